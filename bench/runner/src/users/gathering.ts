import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { checkSchema } from '@holbench/results/check-schema';
import { Measurement } from '@holbench/results/sample';

/**
 * A Unix socket to which the Artillery of a cell connects once it has a browser. Then it sends the measurements of its
 * users, a line each.
 */
export class Gathering implements AsyncDisposable {
  readonly path: string;
  readonly measurements: Measurement[] = [];
  readonly #server: Server;
  readonly #expected: number;
  #artillery: Socket | null = null;
  #reading: Promise<void> = Promise.resolve();
  readonly #complete = Promise.withResolvers<void>();

  private constructor(path: string, server: Server, expected: number) {
    this.path = path;
    this.#server = server;
    this.#expected = expected;
    server.on('connection', (artillery) => this.#accept(artillery));
    this.#complete.promise.catch(() => {});
  }

  /**
   * @param folder that nobody else may enter.
   * @param expected number of measurements.
   * @throws Error where a kernel has no room for the path.
   */
  static async open(folder: string, expected: number): Promise<Gathering> {
    const path = join(folder, 'users.sock');
    const server = createServer();
    server.listen(path);
    await once(server, 'listening');
    return new Gathering(path, server, expected);
  }

  /** Whether Artillery has connected. */
  get hasBegun(): boolean {
    return this.#artillery !== null;
  }

  /** Resolves when every user is measured; rejects for what is no measurement, and for a second connection. */
  get complete(): Promise<void> {
    return this.#complete.promise;
  }

  /** Resolves when nothing more can come of an Artillery that has ended. */
  async closed(): Promise<void> {
    await this.#reading;
  }

  #accept(artillery: Socket): void {
    if (this.hasBegun) {
      // Of another thread, whose users would have the numbers of others.
      this.#complete.reject(new Error('Artillery connected twice'));
      artillery.destroy();
      return;
    }
    this.#artillery = artillery;
    this.#reading = this.#read(artillery).catch(this.#complete.reject);
  }

  async #read(artillery: Socket): Promise<void> {
    artillery.setEncoding('utf8');
    let rest = '';
    for await (const text of artillery) {
      const lines = `${rest}${text}`.split('\n');
      // Torn by the end of Artillery, if nothing follows.
      rest = lines.pop() ?? '';
      const came = lines.map((line) => checkSchema(Measurement, JSON.parse(line)));
      this.measurements.push(...came);
      if (this.measurements.length >= this.#expected) this.#complete.resolve();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#artillery?.destroy();
  }
}
