import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import * as v from 'valibot';
import type { SuiteId } from './suite.ts';

/** 2.10 after 2.9. */
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

export const STORE = join(PROJECT_ROOT, 'docs/suites');

/** The stored results of one suite: outcomes by case, then by subject. */
const Stored = v.strictObject({
  /** What each subject consisted of, by its id. */
  versions: v.record(v.string(), v.record(v.string(), v.string())),
  /** A case that does not always end alike has all of its outcomes: "failed | passed". */
  cases: v.record(v.string(), v.record(v.string(), v.string())),
});
export type Stored = v.InferOutput<typeof Stored>;

/** @returns what is stored of a suite; of one that was never stored, nothing. */
export async function readStored(suite: SuiteId): Promise<Stored> {
  const text = await readFile(pathOf(suite), 'utf8').catch(() => null);
  if (text === null) return { versions: {}, cases: {} };
  return v.parse(v.pipe(v.string(), v.parseJson(), Stored), text);
}

/** Writes a line per case, so that a difference is a line. */
export async function writeStored(suite: SuiteId, { versions, cases }: Stored): Promise<void> {
  const inOrder = Object.entries(cases).toSorted(([a], [b]) => BY_NUMBER.compare(a, b));
  const lines = inOrder.map(
    ([id, outcomes]) => `    ${JSON.stringify(id)}: ${JSON.stringify(outcomes)}`,
  );
  const text = `{\n  "versions": ${JSON.stringify(versions)},\n  "cases": {\n${lines.join(',\n')}\n  }\n}\n`;
  await writeFile(pathOf(suite), text);
}

function pathOf(suite: SuiteId): string {
  return join(STORE, `${suite}.json`);
}

const SEPARATOR = ' | ';

/** All outcomes that were seen of a case. */
export function outcomesIn(stored: string): string[] {
  return stored.split(SEPARATOR);
}

/** Adds an outcome to those that were seen of a case. */
export function withOutcome(stored: string | undefined, outcome: string): string {
  const all = new Set(stored === undefined ? [] : outcomesIn(stored)).add(outcome);
  return [...all].toSorted().join(SEPARATOR);
}
