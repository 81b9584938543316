import type { FeasibilityFinding } from '@holbench/results/feasibility';
import type { Tools } from '@holbench/harness/tools';
import { withDeadline } from '@holbench/harness/with-deadline';
import { messageOf } from '@holbench/process/user-error';
import type { FeasibilityTest, Seen } from './feasibility-test.ts';
import { TestLab } from './test-lab.ts';

/** Many times what any of them takes, for a machine that is busy with other work. */
const DEADLINE_MS = 20_000;
/** Of evidence. Longer messages say nothing more: what follows is a stack. */
const MAX_CHARACTERS = 500;

/**
 * Runs one test to its end, or to its deadline; all its processes have ended by then. Never throws:
 * what could not be tested is neither possible nor impossible.
 * @param deadlineMs how long it may take, in milliseconds.
 */
export async function runTest(
  test: FeasibilityTest,
  tools: Tools,
  deadlineMs = DEADLINE_MS,
): Promise<FeasibilityFinding> {
  const [probedAt, began] = [new Date().toISOString(), performance.now()];
  const seen = await see(test, tools, deadlineMs).catch((error: unknown) => {
    return { works: null, evidence: `not tested: ${messageOf(error)}` };
  });
  return {
    id: test.id,
    what: test.what(tools),
    works: seen.works,
    evidence: plainText(seen.evidence),
    probedAt,
    seconds: Math.round(performance.now() - began) / 1_000,
  };
}

async function see(test: FeasibilityTest, tools: Tools, deadlineMs: number): Promise<Seen> {
  const missing = test.missing(tools);
  if (missing !== null) throw new Error(missing);
  await using lab = await TestLab.open(tools);
  const late = `no answer in ${deadlineMs / 1_000} s`;
  return await withDeadline(test.run(lab), [], { limitMs: deadlineMs, late });
}

/**
 * A message as evidence that reads the same on every machine: one line, without the ports and
 * folders of this one.
 */
export function plainText(message: string): string {
  const line = message
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replaceAll(/(?<![\w:/])\/(?:[^\s/:'"]+\/)+/g, '')
    .trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}
