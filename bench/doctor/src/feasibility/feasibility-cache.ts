import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FeasibilityFinding } from '@holbench/results/feasibility';
import * as v from 'valibot';
import writeFileAtomic from 'write-file-atomic';

const Kept = v.strictObject({
  /** All that may change what is found, as text. */
  key: v.string(),
  findings: v.array(FeasibilityFinding),
});
type Kept = v.InferOutput<typeof Kept>;

/** The findings kept at `path`; null when there are none, or of something else. */
export async function readFindings(
  path: string,
  key: string,
): Promise<FeasibilityFinding[] | null> {
  try {
    const kept = v.parse(Kept, JSON.parse(await readFile(path, 'utf8')));
    return kept.key === key ? kept.findings : null;
  } catch {
    return null;
  }
}

/** Complete or not at all: another process may read it meanwhile. */
export async function writeFindings(path: string, kept: Kept): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomic(path, JSON.stringify(kept, null, 2));
}

/**
 * The findings to keep of two times of testing the same: a test that was cut short this time does
 * not replace what was found before.
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
