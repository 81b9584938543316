import { knownFeasibility, testFeasibility } from '@holbench/doctor/feasibility/feasibility';
import type { Tools } from '@holbench/harness/tools';
import type { Manifest } from '@holbench/results/manifest';

/**
 * Findings about combinations that are no variant: those of the same programs on this machine, or
 * new ones. Smoke runs, which are to be short, run no test (docs/decisions/0016).
 */
export async function runFeasibility(
  preset: string,
  tools: Tools,
): Promise<Manifest['feasibility']> {
  const known = await knownFeasibility(tools);
  if (known !== null) {
    const unknown = known.filter(({ works }) => works === null).length;
    if (unknown > 0) {
      console.log(
        `${unknown} combinations could not be tested here: pnpm run doctor --feasibility tries again`,
      );
    }
    return known;
  }
  if (preset === 'smoke') {
    console.log('smoke runs skip the feasibility tests: pnpm run doctor --feasibility');
    return [];
  }
  console.log('running the feasibility tests: up to half a minute, once for these programs');
  return testFeasibility(tools);
}
