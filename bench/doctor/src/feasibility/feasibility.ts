import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import type { FeasibilityFinding } from '@holbench/results/feasibility';
import { describeMachine } from '@holbench/harness/machine';
import { type Tools, toolVersions } from '@holbench/harness/tools';
import { merged, readFindings, writeFindings } from './feasibility-cache.ts';
import { runTest } from './run-test.ts';
import { TESTS } from './tests.ts';

/** The findings of the last complete series, valid while the same would be tested. */
const CACHE = join(PROJECT_ROOT, '.cache/feasibility.json');

/** Raise it with every change to a test, or to what it starts, that may change its finding. */
const TESTS_VERSION = 2;

/** Ids of all tests, for the command line. */
export const TEST_IDS: readonly string[] = TESTS.map(({ id }) => id);

/**
 * Runs tests one after the other, which takes about a second each, and keeps what they found where
 * all were run. Where that cannot be kept, a line says so.
 * @param ids which; default: all.
 */
export async function testFeasibility(
  tools: Tools,
  ids: readonly string[] = TEST_IDS,
): Promise<FeasibilityFinding[]> {
  const findings: FeasibilityFinding[] = [];
  const chosen = TESTS.filter(({ id }) => ids.includes(id));
  for (const test of chosen) findings.push(await runTest(test, tools));
  if (chosen.length === TESTS.length) await keep(findings, tools);
  return findings;
}

async function keep(findings: readonly FeasibilityFinding[], tools: Tools): Promise<void> {
  const key = await keyOf(tools);
  const before = (await readFindings(CACHE, key)) ?? [];
  try {
    await writeFindings(CACHE, { key, findings: merged(before, findings) });
  } catch (error) {
    // This run has its findings; only the next one has to test again.
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`holbench: the findings are not kept for the next run: ${reason}`);
  }
}

/** What was found before with the same tests, programs and machine; null when nothing was. */
export async function knownFeasibility(tools: Tools): Promise<FeasibilityFinding[] | null> {
  return readFindings(CACHE, await keyOf(tools));
}

async function keyOf(tools: Tools): Promise<string> {
  const { kernel, arch, cpu } = await describeMachine();
  return JSON.stringify({
    tests: TESTS_VERSION,
    machine: [kernel, arch, cpu],
    versions: await toolVersions(tools),
    uws: tools.uws,
    certificate: tools.certificate !== null,
  });
}
