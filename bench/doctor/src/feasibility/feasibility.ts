import { join } from 'node:path';
import { type Tools, toolVersions } from '@holbench/harness/tools';
import { describeMachine } from '@holbench/harness/machine';
import { readCache, writeCache } from '@holbench/process/cache-file';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { messageOf } from '@holbench/process/user-error';
import { FeasibilityFinding } from '@holbench/results/feasibility';
import * as v from 'valibot';
import { runTest } from './run-test.ts';
import { TESTS } from './tests.ts';

/**
 * The findings of the last complete series, valid while tests, programs and machine stay the same.
 */
const CACHE = join(PROJECT_ROOT, '.cache/feasibility.json');
const Findings = v.array(FeasibilityFinding);

/**
 * Raise it with every change to a test, or to a program that it starts, that may change a finding.
 */
const TESTS_VERSION = 2;

/** Ids of all tests, for the command line. */
export const TEST_IDS: readonly string[] = TESTS.map(({ id }) => id);

/**
 * Runs tests one after the other, about a second each. Findings of a complete series are cached; a
 * line says so where that fails.
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
  const before = (await readCache(CACHE, key, Findings)) ?? [];
  try {
    await writeCache(CACHE, key, merged(before, findings));
  } catch (error) {
    // This run has its findings; only the next one has to test again.
    console.error(`holbench: the findings are not kept for the next run: ${messageOf(error)}`);
  }
}

/** Earlier findings with the same tests, programs and machine; null without any. */
export async function knownFeasibility(tools: Tools): Promise<FeasibilityFinding[] | null> {
  return readCache(CACHE, await keyOf(tools), Findings);
}

/** Everything that may change a finding, as text. */
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

/**
 * Merges two series of the same tests: a test without a result does not replace an earlier finding.
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
