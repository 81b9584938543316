import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { hasCode, UserError } from './user-error.ts';

/** A cold Chromium on a slow disk takes seconds to print its version. */
const TIMEOUT_MS = 20_000;

interface ToolOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly signal?: AbortSignal;
  readonly limitMs?: number;
}

/**
 * Runs a program to its end.
 * @param input its standard input.
 * @param signal ends it early.
 * @param limitMs default: 20 s.
 * @returns its standard output.
 * @throws Error with its standard error as the message when it fails or takes longer; UserError when
 * it is not installed.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { input = '', limitMs = TIMEOUT_MS, ...options }: ToolOptions = {},
): Promise<string> {
  const running = promisify(execFile)(command, args, { timeout: limitMs, ...options });
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
