import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Generous: a cold Chromium on a slow disk takes seconds to print its version. */
const TIMEOUT_MS = 20_000;

/**
 * Runs a program to its end.
 * @returns what it printed on standard output.
 * @throws Error with its standard error as the message when it fails or takes over 20 s.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  options: { cwd?: string } = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      timeout: TIMEOUT_MS,
      ...options,
    });
    return stdout;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(stderr?.trim() || message, { cause: error });
  }
}
