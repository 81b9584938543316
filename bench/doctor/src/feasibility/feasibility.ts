import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import type { FeasibilityFinding } from '@holbench/results/feasibility';
import { describeMachine } from '@holbench/harness/machine';
import type { Tools } from '@holbench/harness/tools';
import {
  type FeasibilityKey,
  merged,
  readFindings,
  TESTS_VERSION,
  writeFindings,
} from './feasibility-cache.ts';
import { PROBES } from './probes.ts';
import { runProbe } from './run-probe.ts';

/** Of everything that was probed last, for as long as it would be probed the same. */
const CACHE = join(PROJECT_ROOT, '.cache/feasibility.json');

/** Ids of all probes, for the command line. */
export const PROBE_IDS: readonly string[] = PROBES.map(({ id }) => id);

/**
 * Runs probes one after the other, which takes about a second each, and keeps what they found where
 * all were run. Where that cannot be kept, a line says so.
 * @param ids which; default: all.
 */
export async function probeFeasibility(
  tools: Tools,
  ids: readonly string[] = PROBE_IDS,
): Promise<FeasibilityFinding[]> {
  const findings: FeasibilityFinding[] = [];
  const chosen = PROBES.filter(({ id }) => ids.includes(id));
  for (const probe of chosen) findings.push(await runProbe(probe, tools));
  if (chosen.length === PROBES.length) await keep(findings, tools);
  return findings;
}

async function keep(findings: readonly FeasibilityFinding[], tools: Tools): Promise<void> {
  const key = await keyOf(tools);
  const before = (await readFindings(CACHE, key)) ?? [];
  try {
    await writeFindings(CACHE, { key, findings: merged(before, findings) });
  } catch (error) {
    // What was found is there; only the next run has to probe again.
    console.error(`holbench: what was probed is not kept: ${(error as Error).message}`);
  }
}

/** What was found before with the same probes, programs and machine; null when nothing was. */
export async function knownFeasibility(tools: Tools): Promise<FeasibilityFinding[] | null> {
  return readFindings(CACHE, await keyOf(tools));
}

async function keyOf({
  serverNode,
  uws,
  chromium,
  caddy,
  certificate,
}: Tools): Promise<FeasibilityKey> {
  const { kernel, arch, cpu } = await describeMachine();
  return {
    probes: TESTS_VERSION,
    machine: [kernel, arch, cpu].join(', '),
    toolingNode: process.versions.node,
    serverNode: serverNode.version,
    uws: uws.loads ? uws.version : null,
    chromium: chromium?.version ?? null,
    caddy: caddy?.version ?? null,
    certificate: certificate !== null,
  };
}
