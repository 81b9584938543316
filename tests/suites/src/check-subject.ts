import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tools } from '@holbench/harness/tools';
import { compare, type Difference } from './compare.ts';
import type { Stored } from './stored.ts';
import type { Outcomes, Suite, Versions } from './suite.ts';

/** Runs of one subject before a difference counts: a busy machine spoils cases that wait for an answer. */
const ATTEMPTS = 3;

export interface Checked {
  readonly outcomes: Outcomes;
  readonly versions: Versions;
  /** What no attempt has as it is stored. */
  readonly differences: readonly Difference[];
  readonly attempts: number;
}

/**
 * Runs a suite against one subject and compares; runs it again while something differs.
 * @throws UserError when it cannot run.
 */
export async function checkSubject(
  suite: Suite,
  subject: string,
  tools: Tools,
  stored: Stored,
): Promise<Checked> {
  let differences: readonly Difference[] = [];
  for (let attempts = 1; ; attempts++) {
    const { outcomes, versions } = await runSuite(suite, subject, tools);
    const found = compare(subject, stored, outcomes);
    const earlier = new Set(differences.map(({ id }) => id));
    differences = attempts === 1 ? found : found.filter(({ id }) => earlier.has(id));
    if (differences.length === 0 || attempts === ATTEMPTS) {
      return { outcomes, versions, differences, attempts };
    }
  }
}

/** One run, with its logs in a folder of its own. @throws UserError when it cannot run. */
export async function runSuite(
  suite: Suite,
  subject: string,
  tools: Tools,
): ReturnType<Suite['run']> {
  const folder = join(tools.root, 'test-results/suites', suite.id, subject);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return suite.run(subject, { tools, folder });
}
