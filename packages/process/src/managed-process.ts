import { type ChildProcess, type Serializable, spawn } from 'node:child_process';
import { once } from 'node:events';
import { hasCode, messageOf, UserError } from './user-error.ts';
import { assertNotEnding, cleanUpAtExit } from './cleanup.ts';
import { findOnPath, isExecutable } from './find-on-path.ts';
import { LogFile } from './log-file.ts';
import { watchGroup } from './watcher.ts';

/** Time from SIGTERM to SIGKILL, in milliseconds, unless told otherwise. */
const STOP_GRACE_MS = 2_000;

/**
 * Becomes the command once this process has told the watcher of it, and ends when this process ends
 * before: at no moment does a child run that nothing would end.
 */
const GATE = 'read -r go && exec "$@" </dev/null';

export interface ProcessOptions {
  /** For messages, such as "server of node-http2". */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** File for its standard output and error. */
  readonly logPath: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Time from SIGTERM to SIGKILL, in ms. */
  readonly graceMs?: number;
  /**
   * True: a program that answers each message of `ask` by one on its channel: `process.send` in
   * Node.js, a line of JSON on the socket `NODE_CHANNEL_FD` in others.
   */
  readonly answers?: true;
}

/**
 * A child process as a resource. It logs to a named file, and its end is noticed. When this process
 * ends, even by SIGKILL, it and its process group are stopped by SIGTERM, then SIGKILL.
 */
export class ManagedProcess implements AsyncDisposable {
  readonly name: string;
  readonly pid: number;
  readonly log: LogFile;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #forget: () => void;
  readonly #unwatch: () => void;
  readonly #graceMs: number;
  #stopping: Promise<void> | null = null;

  private constructor(
    { name, graceMs = STOP_GRACE_MS }: ProcessOptions,
    child: ChildProcess,
    pid: number,
    log: LogFile,
  ) {
    this.#graceMs = graceMs;
    this.#unwatch = watchGroup(pid);
    this.name = name;
    this.pid = pid;
    this.log = log;
    this.#child = child;
    this.#forget = cleanUpAtExit(
      () => this.stop(),
      () => void this.#signal('SIGKILL'),
    );
    this.ended = this.#ending();
  }

  /** @throws UserError when the command cannot be started. */
  static async start(options: ProcessOptions): Promise<ManagedProcess> {
    const { command } = options;
    const isThere = command.includes('/') ? isExecutable(command) : findOnPath([command]);
    if (!(await isThere)) {
      throw new UserError(`cannot start the ${options.name}: ${command} is not a program here`);
    }
    assertNotEnding();
    const log = new LogFile(options.logPath);
    // In its own process group: Ctrl-C reaches only this process, which stops its children in
    // order. A wrapper such as `ip netns exec` is stopped together with its command.
    const child = spawn('/bin/sh', ['-c', GATE, 'sh', command, ...options.args], {
      detached: true,
      stdio: ['pipe', log.fd, log.fd, ...(options.answers ? (['ipc'] as const) : [])],
      env: options.env ?? process.env,
      cwd: options.cwd,
    });
    log.closeOurs();
    if (child.pid === undefined) {
      const [error]: unknown[] = await once(child, 'error');
      throw new UserError(`cannot start the ${options.name}: ${messageOf(error)}`);
    }
    const managed = new ManagedProcess(options, child, child.pid, log);
    child.stdin?.on('error', () => {}).end('go\n');
    return managed;
  }

  /** Null while it runs, else its exit code or signal: "exit code 1", "signal SIGKILL". */
  get ending(): string | null {
    if (this.#child.signalCode) return `signal ${this.#child.signalCode}`;
    return this.#child.exitCode === null ? null : `exit code ${this.#child.exitCode}`;
  }

  /**
   * Sends a message to a program that `answers`, one at a time.
   * @returns its answer, unchecked.
   * @throws UserError when it ends instead.
   */
  async ask(message: Serializable): Promise<unknown> {
    const listening = new AbortController();
    try {
      const answer = once(this.#child, 'message', listening);
      // Its end may be seen before its last answer is read, and the channel’s end is not.
      const isOver = this.#child.connected
        ? once(this.#child, 'disconnect', listening).then(() => this.ended)
        : this.ended;
      this.#child.send(message, () => {});
      const answered = await Promise.race([answer, isOver.then(() => null)]);
      if (answered) return answered[0];
    } finally {
      // What is left of the race rejects.
      listening.abort();
    }
    throw new UserError(`the ${this.name} ended with ${this.ending}`, this.log.tail());
  }

  /** The error to throw when it has ended before it was ready. */
  earlyExit(): UserError {
    return new UserError(
      `the ${this.name} exited before becoming ready (${this.ending ?? 'still running'}): ` +
        `${this.log.errorLine()} (log: ${this.log.path})`,
      this.log.tail(),
    );
  }

  /** SIGTERM, some grace, SIGKILL; resolves when the process has ended. Idempotent. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #ending(): Promise<void> {
    await once(this.#child, 'exit');
    this.#forget();
    if (!this.#signal(0, { evenWhenEnded: true })) this.#unwatch();
  }

  async #stop(): Promise<void> {
    this.#signal('SIGTERM');
    const kill = setTimeout(() => this.#signal('SIGKILL'), this.#graceMs);
    await this.ended;
    clearTimeout(kill);
    // A wrapper may have left processes in its group.
    this.#signal('SIGKILL', { evenWhenEnded: true });
    this.#unwatch();
  }

  /** @returns whether its group has processes. */
  #signal(signal: NodeJS.Signals | 0, { evenWhenEnded = false } = {}): boolean {
    if (this.ending !== null && !evenWhenEnded) return false;
    try {
      return process.kill(-this.pid, signal);
    } catch (error) {
      // ESRCH: it has ended. EPERM: a group of zombies on macOS.
      if (!hasCode(error, 'ESRCH', 'EPERM')) throw error;
      return false;
    }
  }
}
