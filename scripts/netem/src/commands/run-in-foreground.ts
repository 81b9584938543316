import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { UserError } from '@holbench/process/user-error';
import { assertNotEnding, cleanUpAtExit } from '@holbench/process/cleanup';

/** How long a command that was told to end may take before it is killed, in milliseconds. */
const GRACE_MS = 5_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command with our own terminal, standard input and output. Signals that end this process
 * reach the command first, which has 5 s to end in its own way.
 * @returns its exit code; 128 + n when signal n ended it.
 */
export async function runInForeground(options: {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Ends the command; its reason is what is thrown then. */
  readonly signal: AbortSignal;
}): Promise<number> {
  assertNotEnding();
  // Not detached: a program that reads from the terminal has to be in its foreground group.
  const { env, signal: abort } = options;
  const child = spawn(options.command, options.args, { stdio: 'inherit', env, signal: abort });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const forward = (signal: NodeJS.Signals): void => {
    // Ctrl-C has reached the command already, and a second one means "at once" to many programs.
    if (signal !== 'SIGINT' || !isatty(0)) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  const forget = cleanUpAtExit(
    async () => {
      const kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await ended.catch(() => {});
      clearTimeout(kill);
    },
    () => child.kill('SIGKILL'),
  );
  try {
    const [code, signal] = await ended;
    return code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
  } catch (error) {
    abort.throwIfAborted();
    throw new UserError(`cannot run the command: ${(error as Error).message}`);
  } finally {
    for (const signal of SIGNALS) process.off(signal, forward);
    forget();
  }
}
