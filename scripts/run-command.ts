import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface CommandResult {
  readonly exitCode: number;
  /** Standard output and error as they came, interleaved. Empty when they were inherited. */
  readonly output: string;
  readonly seconds: number;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** `inherit` shows the output while it is made; `capture` returns it. */
  readonly stdio: 'inherit' | 'capture';
}

const root = join(import.meta.dirname, '..');

/**
 * Runs one of the workspace's own tools (`node_modules/.bin`) or a program of PATH and waits for
 * its end, without a standard input. A signal counts as exit code 1.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const output: string[] = [];
  const show = options.stdio === 'inherit' ? 'inherit' : 'pipe';
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      ...options.env,
    },
    stdio: ['ignore', show, show],
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  child.on('error', reject);
  child.on('close', (exitCode) => {
    const seconds = (performance.now() - startedAt) / 1000;
    resolve({ exitCode: exitCode ?? 1, output: output.join(''), seconds });
  });
  return promise;
}
