import { setTimeout as delay } from 'node:timers/promises';
import type { FeasibilityFinding } from '@holbench/results/feasibility';
import type { Tools } from '@holbench/harness/tools';
import type { FeasibilityProbe, Seen } from './feasibility-probe.ts';
import { plainText } from './plain-text.ts';
import { ProbeLab } from './probe-lab.ts';

/** Many times what any of them takes, for a machine that is busy with other work. */
const DEADLINE_MS = 20_000;

/**
 * Runs one probe to its end, or to its deadline; all its processes have ended by then. Never
 * throws: what could not be tried is neither possible nor impossible.
 * @param deadlineMs how long it may take, in milliseconds.
 */
export async function runProbe(
  probe: FeasibilityProbe,
  tools: Tools,
  deadlineMs = DEADLINE_MS,
): Promise<FeasibilityFinding> {
  const [probedAt, began] = [new Date().toISOString(), performance.now()];
  const seen = await see(probe, tools, deadlineMs).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    return { works: null, evidence: `not probed: ${message}` };
  });
  return {
    id: probe.id,
    what: probe.what(tools),
    works: seen.works,
    evidence: plainText(seen.evidence),
    probedAt,
    seconds: Math.round(performance.now() - began) / 1_000,
  };
}

async function see(probe: FeasibilityProbe, tools: Tools, deadlineMs: number): Promise<Seen> {
  const missing = probe.missing(tools);
  if (missing !== null) throw new Error(missing);
  await using lab = await ProbeLab.open(tools);
  const running = probe.run(lab);
  // Too late it may still fail, by the end of its processes: no news.
  running.catch(() => {});
  const deadline = new AbortController();
  const late = delay(deadlineMs, null, { signal: deadline.signal }).then(() => {
    throw new Error(`no answer in ${deadlineMs / 1_000} s`);
  });
  try {
    return await Promise.race([running, late]);
  } finally {
    late.catch(() => {});
    deadline.abort();
  }
}
