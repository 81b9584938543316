import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { checkSchema } from '@holbench/results/check-schema';
import { Measurement } from '@holbench/results/sample';

interface Expected {
  readonly workers: number;
  readonly measurements: number;
}

/**
 * A Unix socket to which each worker of a cell connects once it has a browser. When all have, they are told to
 * begin. Then each sends the measurements of its users, a line each.
 */
export class Gathering implements AsyncDisposable {
  readonly path: string;
  readonly measurements: Measurement[] = [];
  readonly #server: Server;
  readonly #expected: Expected;
  readonly #workers: Socket[] = [];
  readonly #readings: Promise<void>[] = [];
  readonly #complete = Promise.withResolvers<void>();

  private constructor(path: string, server: Server, expected: Expected) {
    this.path = path;
    this.#server = server;
    this.#expected = expected;
    server.on('connection', (worker) => this.#join(worker));
    this.#complete.promise.catch(() => {});
  }

  /** @param folder that nobody else may enter. @throws Error where a kernel has no room for the path. */
  static async open(folder: string, expected: Expected): Promise<Gathering> {
    const path = join(folder, 'users.sock');
    const server = createServer();
    server.listen(path);
    await once(server, 'listening');
    return new Gathering(path, server, expected);
  }

  /** Whether all workers have come. */
  get hasBegun(): boolean {
    return this.#workers.length === this.#expected.workers;
  }

  /** Resolves when every user is measured; rejects for what is no measurement, and for a worker too many. */
  get complete(): Promise<void> {
    return this.#complete.promise;
  }

  /** Resolves when nothing more can come of workers that have ended. */
  async closed(): Promise<void> {
    await Promise.all(this.#readings);
  }

  #join(worker: Socket): void {
    if (this.hasBegun) {
      // Its users would have the numbers of others.
      this.#complete.reject(new Error('more workers came than were started'));
      worker.destroy();
      return;
    }
    this.#workers.push(worker);
    this.#readings.push(this.#read(worker).catch(this.#complete.reject));
    if (this.hasBegun) for (const each of this.#workers) each.write('begin\n');
  }

  async #read(worker: Socket): Promise<void> {
    worker.setEncoding('utf8');
    let rest = '';
    for await (const text of worker) {
      const lines = `${rest}${text}`.split('\n');
      // Torn by the end of the worker, if nothing follows.
      rest = lines.pop() ?? '';
      const came = lines.map((line) => checkSchema(Measurement, JSON.parse(line)));
      this.measurements.push(...came);
      if (this.measurements.length >= this.#expected.measurements) this.#complete.resolve();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    for (const worker of this.#workers) worker.destroy();
  }
}
