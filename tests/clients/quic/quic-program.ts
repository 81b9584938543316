import { mkdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ManagedProcess } from '@holbench/process/managed-process';
import { type TemporaryFolder, temporaryFolder } from '@holbench/process/temporary-folder';
import { UserError } from '@holbench/process/user-error';
import { waitUntilReady } from '@holbench/process/wait-until-ready';
import { pythonPackages } from '@holbench/test-programs/python-packages';
import { findPython3, type Python } from '@holbench/test-programs/python3';
import * as v from 'valibot';

const PROGRAM = join(import.meta.dirname, 'client.py');
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

/** What became of the connections since the last time, by `client.py`. */
const Probed = v.strictObject({
  opened: v.number(),
  /** Handshakes that were completed. */
  ready: v.number(),
  /** Those of which the server was asked: it has not closed them, and the client has left. */
  asked: v.number(),
  /** Those that the server answered, as it still keeps them. */
  kept: v.number(),
});
export type Probed = v.InferOutput<typeof Probed>;

/** The program that speaks QUIC for the tests: Node.js does not. Each of its clients is a connection to its socket. */
export class QuicProgram implements AsyncDisposable {
  readonly #process: ManagedProcess;
  readonly #folder: TemporaryFolder;

  private constructor(running: ManagedProcess, folder: TemporaryFolder) {
    this.#process = running;
    this.#folder = folder;
  }

  /**
   * Installs it on first use, and starts it.
   * @returns the reason where this machine cannot: without Python, or the packages.
   */
  static async start(logFolder: string): Promise<QuicProgram | string> {
    const python = await findPython3();
    if (!python) return 'no Python 3.11 or newer found; install one, or set HOLBENCH_PYTHON';
    await mkdir(logFolder, { recursive: true });
    const site = await install(python, join(logFolder, 'aioquic-install.log')).catch(
      (error: unknown) => {
        if (error instanceof UserError) return error;
        throw error;
      },
    );
    if (site instanceof UserError) return site.message;
    const folder = await temporaryFolder('quic');
    const path = socketIn(folder);
    const running = await ManagedProcess.start({
      name: 'program of clients over QUIC',
      command: python.path,
      args: [PROGRAM, path],
      env: { ...process.env, PYTHONPATH: site, PYTHONDONTWRITEBYTECODE: '1' },
      logPath: join(logFolder, 'quic-clients.log'),
    });
    const program = new QuicProgram(running, folder);
    await waitUntilReady(running, () => isListening(path));
    return program;
  }

  /** A connection to it: the first line says what it is for. */
  connect(): Socket {
    return connect(socketIn(this.#folder));
  }

  /** Asks the server for the connections of all clients that have left. Each answer is waited for, for 1 s. */
  async probe(): Promise<Probed> {
    const socket = this.connect();
    socket.write(`${JSON.stringify({ do: 'probe' })}\n`);
    for await (const line of createInterface({ input: socket })) {
      return v.parse(v.pipe(v.string(), v.parseJson(), Probed), line);
    }
    throw new UserError(`the ${this.#process.name} gave no answer`, this.#process.log.tail());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process.stop();
    await this.#folder[Symbol.asyncDispose]();
  }
}

const socketIn = ({ path }: TemporaryFolder): string => join(path, 'clients');

// A package in C is of one version of Python.
const install = ({ path, version }: Python, logPath: string): Promise<string> =>
  pythonPackages({
    name: `aioquic-${version}`,
    python: path,
    requirements: REQUIREMENTS,
    logPath,
  });

async function isListening(path: string): Promise<true | null> {
  const socket = connect(path);
  const listens = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return listens || null;
}
