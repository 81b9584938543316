import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { messageOf, UserError } from '@holbench/process/user-error';
import { assertNotEnding, cleanUpAtExit, END_SIGNALS } from '@holbench/process/cleanup';

/** Time from the signal to SIGKILL, in milliseconds. */
const GRACE_MS = 5_000;

/**
 * Runs a command with the terminal, standard input and output of this process. Signals that end this
 * process reach the command first, which has 5 s to end.
 * @returns its exit code; 128 + n when signal n ended it.
 */
export async function runInForeground(options: {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Ends the command; its reason is thrown. */
  readonly signal: AbortSignal;
}): Promise<number> {
  assertNotEnding();
  // Not detached: a program that reads from the terminal must be in its foreground group.
  const { env, signal: abort } = options;
  const child = spawn(options.command, options.args, { stdio: 'inherit', env, signal: abort });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, by) => resolve(code ?? 128 + constants.signals[by ?? 'SIGKILL']));
  });
  const forward = (signal: NodeJS.Signals): void => {
    // The terminal has sent SIGINT to the command already; a second one means "at once" to many programs.
    if (signal !== 'SIGINT' || !isatty(0)) child.kill(signal);
  };
  for (const signal of END_SIGNALS) process.on(signal, forward);
  const forget = cleanUpAtExit(
    async () => {
      const kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await ended.catch(() => {});
      clearTimeout(kill);
    },
    () => child.kill('SIGKILL'),
  );
  try {
    return await ended;
  } catch (error) {
    abort.throwIfAborted();
    throw new UserError(`cannot run the command: ${messageOf(error)}`);
  } finally {
    for (const signal of END_SIGNALS) process.off(signal, forward);
    forget();
  }
}
