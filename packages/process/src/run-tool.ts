import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { hasCode, UserError } from './user-error.ts';

/** A cold Chromium on a slow disk takes seconds to print its version. */
const TIMEOUT_MS = 20_000;

/**
 * Runs a program to its end.
 * @param input its standard input.
 * @param signal ends it early.
 * @returns its standard output.
 * @throws Error with its standard error as the message when it fails or takes over 20 s; UserError
 * when it is not installed.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { input = '', ...options }: { cwd?: string; input?: string; signal?: AbortSignal } = {},
): Promise<string> {
  const running = promisify(execFile)(command, args, { timeout: TIMEOUT_MS, ...options });
  // A program that ends before it has read everything is reported by its exit code.
  running.child.stdin?.on('error', () => {}).end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (hasCode(error, 'ENOENT')) throw new UserError(`${command} is not installed`);
    const stderr = 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(stderr || error.message, { cause: error });
  }
}
