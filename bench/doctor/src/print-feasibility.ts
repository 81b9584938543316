import { lockMachine } from '@holbench/netem/lock';
import type { FeasibilityFinding } from '@holbench/results/feasibility';
import { probeFeasibility } from './feasibility/feasibility.ts';
import { findTools } from '@holbench/harness/tools';

/**
 * Tries combinations that are no variant, which takes about a second each, and says so meanwhile.
 * @param ids of the probes.
 * @throws UserError while something is measured on this machine.
 */
export async function diagnoseFeasibility(ids: readonly string[]): Promise<FeasibilityFinding[]> {
  await using _lock = await lockMachine('pnpm run doctor --feasibility');
  console.error(`holbench: probing ${ids.join(', ')}`);
  return await probeFeasibility(await findTools(), ids);
}
