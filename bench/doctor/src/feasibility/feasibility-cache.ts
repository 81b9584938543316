import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FeasibilityFinding } from '@holbench/results/feasibility';
import * as v from 'valibot';

const version = v.nullable(v.string());

/** Raise it with every change to a test, or to what it starts, that may change its finding. */
export const TESTS_VERSION = 1;

/** What may change what is found. */
const FeasibilityKey = v.strictObject({
  /** `TESTS_VERSION`. */
  probes: v.number(),
  machine: v.string(),
  toolingNode: v.string(),
  serverNode: v.string(),
  uws: version,
  chromium: version,
  caddy: version,
  certificate: v.boolean(),
});
export type FeasibilityKey = v.InferOutput<typeof FeasibilityKey>;

const Kept = v.strictObject({ key: FeasibilityKey, findings: v.array(FeasibilityFinding) });
type Kept = v.InferOutput<typeof Kept>;

/** The findings kept at `path`; null when there are none, or of something else. */
export async function readFindings(
  path: string,
  key: FeasibilityKey,
): Promise<FeasibilityFinding[] | null> {
  try {
    const kept = v.parse(Kept, JSON.parse(await readFile(path, 'utf8')));
    return JSON.stringify(kept.key) === JSON.stringify(v.parse(FeasibilityKey, key))
      ? kept.findings
      : null;
  } catch {
    return null;
  }
}

/** Whole or not at all: another process may read it meanwhile. */
export async function writeFindings(path: string, kept: Kept): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  try {
    await writeFile(unfinished, JSON.stringify(kept, null, 2));
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * What is worth keeping of two times of probing the same: what could not be probed this time, as a
 * probe that was cut short, does not replace what was found before.
 */
export function merged(
  before: readonly FeasibilityFinding[],
  now: readonly FeasibilityFinding[],
): FeasibilityFinding[] {
  return now.map((finding) =>
    finding.works === null
      ? (before.find(({ id, works }) => id === finding.id && works !== null) ?? finding)
      : finding,
  );
}
