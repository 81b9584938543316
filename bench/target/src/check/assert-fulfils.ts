import type { Tools } from '@holbench/harness/tools';
import { UserError } from '@holbench/process/user-error';
import type { Variant } from '@holbench/variants/registry';
import type { Target } from '../target.ts';
import { checkServer, type CheckOptions } from './check-server.ts';
import { type Files, has, type Moved } from './rules.ts';

/**
 * Checks a server of one's own before it is measured, and has the target know its versions.
 * @returns null; or, where it lacks some of the wanted files, those that it has.
 * @throws UserError with the first other rule that it breaks.
 */
export async function assertFulfils(
  target: Target,
  { id }: Variant,
  tools: Tools,
  wanted: Pick<CheckOptions, 'texts' | 'files'> & Moved,
): Promise<readonly Files[] | null> {
  const { rules, health, files } = await checkServer({
    ...wanted,
    reached: target,
    tools,
    variants: [id],
  });
  const broken = rules.find(({ status }) => status === 'failed');
  if (!broken) {
    target.versions = health?.versions ?? {};
    return null;
  }
  if (broken.rule === 'files' && !wanted.files.every((each) => has(files, each))) return files;
  const { rule, expected, came } = broken;
  throw new UserError(
    `${id} at ${target.origin} breaks the rule "${rule}": expected ${expected}; came: ${came}. pnpm check-server ${target.origin} checks all rules`,
  );
}
