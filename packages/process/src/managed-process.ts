import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { UserError } from './user-error.ts';
import { assertNotEnding, cleanUpAtExit } from './cleanup.ts';
import { LogFile } from './log-file.ts';

/** How long a process may take to end after SIGTERM before it is killed, in milliseconds. */
const STOP_GRACE_MS = 2_000;

export interface ProcessOptions {
  /** For messages, such as "server of node-http2". */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** File that gets both its standard output and error. */
  readonly logPath: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/**
 * A child process as a resource: logs in a named file, its end noticed, stopped by SIGTERM, then
 * SIGKILL, on every path out of this process.
 */
export class ManagedProcess implements AsyncDisposable {
  readonly name: string;
  readonly pid: number;
  readonly log: LogFile;
  /** Resolves when the process has ended, however it did. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #forget: () => void;
  #stopping: Promise<void> | null = null;

  private constructor(name: string, child: ChildProcess, pid: number, log: LogFile) {
    this.name = name;
    this.pid = pid;
    this.log = log;
    this.#child = child;
    this.#forget = cleanUpAtExit(
      () => this.stop(),
      () => this.#signal('SIGKILL'),
    );
    this.ended = once(child, 'exit').then(() => this.#forget());
  }

  /** @throws UserError when the command cannot be started. */
  static async start(options: ProcessOptions): Promise<ManagedProcess> {
    assertNotEnding();
    const log = new LogFile(options.logPath);
    // Its own process group: Ctrl-C reaches us alone, who then stop the children in order, and a
    // wrapper such as `ip netns exec` goes together with what it wraps.
    const child = spawn(options.command, options.args, {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: options.env ?? process.env,
      cwd: options.cwd,
    });
    log.closeOurs();
    if (child.pid === undefined) {
      const [error] = (await once(child, 'error')) as [Error];
      throw new UserError(`cannot start the ${options.name}: ${error.message}`);
    }
    return new ManagedProcess(options.name, child, child.pid, log);
  }

  /** Null while it runs, else how it ended: "exit code 1", "signal SIGKILL". */
  get ending(): string | null {
    if (this.#child.signalCode) return `signal ${this.#child.signalCode}`;
    return this.#child.exitCode === null ? null : `exit code ${this.#child.exitCode}`;
  }

  /** The error to throw when it has ended before its time. */
  earlyExit(): UserError {
    return new UserError(
      `the ${this.name} exited before becoming ready (${this.ending ?? 'still running'}): ` +
        `${this.log.errorLine()} (log: ${this.log.path})`,
      this.log.tail(),
    );
  }

  /** SIGTERM, up to 2 s of grace, SIGKILL; resolves when the process is gone. Idempotent. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #stop(): Promise<void> {
    this.#signal('SIGTERM');
    const kill = setTimeout(() => this.#signal('SIGKILL'), STOP_GRACE_MS);
    await this.ended;
    clearTimeout(kill);
    // What it may have left in its group when it was itself a wrapper.
    this.#signal('SIGKILL', { evenWhenEnded: true });
  }

  #signal(signal: NodeJS.Signals, { evenWhenEnded = false } = {}): void {
    if (this.ending !== null && !evenWhenEnded) return;
    try {
      process.kill(-this.pid, signal);
    } catch (error) {
      // ESRCH: gone already. EPERM: macOS answers so for a group of zombies only.
      if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}
