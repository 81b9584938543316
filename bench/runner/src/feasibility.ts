import { knownFeasibility, testFeasibility } from '@holbench/doctor/feasibility/feasibility';
import type { Tools } from '@holbench/harness/tools';
import type { Manifest } from '@holbench/results/manifest';

/**
 * What the manifest says of combinations that are no variant, from before the first cell: as it was
 * found last with the same programs on this machine, or probed now. Smoke runs, which are to be
 * short, do not probe (docs/decisions/0016).
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
        `${unknown} of what cannot be a variant could not be probed here: pnpm run doctor --feasibility tries again`,
      );
    }
    return known;
  }
  if (preset === 'smoke') {
    console.log(
      'what cannot be a variant is not probed in smoke runs: pnpm run doctor --feasibility',
    );
    return [];
  }
  console.log(
    'probing what cannot be a variant here, up to half a minute, once for these programs',
  );
  return testFeasibility(tools);
}
