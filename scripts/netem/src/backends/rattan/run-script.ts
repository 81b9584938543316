import { join } from 'node:path';
import { runTool } from '@holbench/process/run-tool';
import { UserError } from '@holbench/process/user-error';
import { findPython } from '../../find-python.ts';

/**
 * Runs one of this folder's Python programs on a running rattan, as root.
 * @returns what it printed.
 * @throws UserError without Python, Error when the program fails.
 */
export async function runScript(name: string, pid: number, ...args: string[]): Promise<string> {
  const script = await scriptCommand(name, pid);
  return runTool(script.command, [...script.args, ...args]);
}

/** The command of `runScript`. @throws UserError without Python. */
export async function scriptCommand(
  name: string,
  pid: number,
): Promise<{ command: string; args: string[] }> {
  const python = await findPython();
  if (python === null)
    throw new UserError('rattan takes python3, which is not on PATH: install it');
  // Without packages of the user or the machine, which it does not need.
  const options = ['-B', '-E', '-S'];
  return { command: python, args: [...options, join(import.meta.dirname, name), String(pid)] };
}
