import type { RunningVariant } from '@holbench/harness/start-variant';
import { messageOf } from '@holbench/process/user-error';

/** The variant of `pnpm serve`, which makes room while a bench starts others at its port. */
export class Served implements AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  readonly #start: () => Promise<RunningVariant>;
  readonly #over = Promise.withResolvers<string>();
  #running: RunningVariant | null;

  private constructor(start: () => Promise<RunningVariant>, running: RunningVariant) {
    this.#start = start;
    this.#running = running;
    this.port = running.port;
    this.origin = running.origin;
    void this.#watch(running);
  }

  static async begin(start: () => Promise<RunningVariant>): Promise<Served> {
    return new Served(start, await start());
  }

  /** Resolves, with the reason, when it ends without being asked to, or does not begin again. */
  get ended(): Promise<string> {
    return this.#over.promise;
  }

  /** Ends it. @returns what makes it begin again. */
  async lend(): Promise<AsyncDisposable> {
    await this.#stop();
    return {
      [Symbol.asyncDispose]: async () => {
        try {
          this.#running = await this.#start();
          void this.#watch(this.#running);
        } catch (error) {
          this.#over.resolve(messageOf(error));
        }
      },
    };
  }

  async #watch(running: RunningVariant): Promise<void> {
    const how = await running.ended;
    if (this.#running === running) this.#over.resolve(how);
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
  }
}
