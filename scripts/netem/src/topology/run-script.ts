import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '@holbench/process/user-error';

/** Far more than any of the scripts needs, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Runs a program that reads its commands from standard input.
 * @returns what it printed on standard output.
 * @throws Error with its standard error as the message when it fails.
 */
export async function runScript(
  command: string,
  args: readonly string[],
  script: string,
): Promise<string> {
  const running = promisify(execFile)(command, args, { timeout: TIMEOUT_MS });
  // A program that ends before it has read everything is reported by its exit code.
  running.child.stdin?.on('error', () => {}).end(script);
  try {
    return (await running).stdout;
  } catch (error) {
    const { stderr, message, code } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === 'ENOENT') {
      throw new UserError(`${command} is not installed: install iproute2`);
    }
    throw new Error(stderr?.trim() || message, { cause: error });
  }
}
