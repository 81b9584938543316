import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tools } from '@holbench/harness/tools';
import { labCommand, listOf } from '@holbench/process/command-line';
import { UserError } from '@holbench/process/user-error';
import {
  type Variant,
  variant as variantOf,
  VARIANT_SETS,
  variantIds,
  VARIANTS,
} from '@holbench/variants/registry';
import { type Command, Option } from 'commander';

/** What `pnpm soak` and `pnpm unread` have in common. */
export interface CommonOptions {
  readonly variants?: readonly string[];
  readonly json?: true;
}

/** A command with the options of both. */
export function soakCommand(name: string, description: string): Command {
  return labCommand(name, description)
    .addOption(
      new Option(
        '--variants <list>',
        'variants, or sets of them (default: all that run here)',
      ).argParser(listOf('variant', variantIds(), VARIANT_SETS)),
    )
    .option('--json', 'print the result as JSON, and progress on standard error');
}

/** Of `--variants`; some may not run here. */
export function chosenVariants({ variants }: CommonOptions): Variant[] {
  return (variants ?? VARIANTS.map(({ id }) => id)).map((id) => variantOf(id));
}

/** Prints progress. */
export function logOf({ json }: CommonOptions): (line: string) => void {
  return json ? console.error : console.log;
}

/** A new folder for the results and logs of this run. */
export async function resultFolder(tools: Tools, name: string): Promise<string> {
  const startedAt = new Date().toISOString().replaceAll(':', '-').slice(0, 19);
  const folder = join(tools.root, 'test-results', name, startedAt);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** @throws UserError elsewhere than on Linux. */
export function assertProc(name: string): void {
  if (process.platform === 'linux') return;
  throw new UserError(`pnpm ${name} reads /proc, and runs on Linux only`);
}
