import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const PORT = '8469';

/** A running `pnpm demo`, and all that it has said. */
export class LiveDemo implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  #said = '';

  /** @param more environment variables beside this process's. */
  constructor(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    // No window is opened beside the tests.
    const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', ...more };
    const main = join(import.meta.dirname, '../../demo/src/main.ts');
    this.#process = spawn(process.execPath, [main, '--port', PORT, ...args], { env });
    for (const output of [this.#process.stdout, this.#process.stderr]) {
      output?.on('data', (text: Buffer) => (this.#said += text.toString()));
    }
    this.#ended = once(this.#process, 'close');
  }

  /** Resolves with all that it has said when that fits. @throws Error when it ends before. */
  async says(what: RegExp): Promise<string> {
    const ended = this.#ended.then(() => true);
    while (!what.test(this.#said)) {
      const isOver = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
      if (isOver === true && !what.test(this.#said)) throw new Error(`it ended: ${this.#said}`);
    }
    return this.#said;
  }

  async end(): Promise<string> {
    await this.#ended;
    return this.#said;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGINT');
    await this.#ended;
  }
}
