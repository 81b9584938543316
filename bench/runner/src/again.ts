import { UserError } from '@holbench/process/user-error';
import { blocksAt } from '@holbench/results/block';
import { runFolder, runHomes } from '@holbench/results/find-runs';
import type { Manifest } from '@holbench/results/manifest';
import { readRun, type Run } from '@holbench/results/run-reader';
import { configureAgain } from './configure.ts';
import type { Configuration } from './configuration.ts';
import type { RealNetworkChoice } from './network/chosen-networks.ts';
import { planCells } from './plan.ts';
import { assertKnown } from './resume.ts';

/**
 * The run that `--again` names: by its folder, or by its name in `reports/runs` or `reports/published`.
 * @throws UserError of one line where it cannot be read, or names what this holbench does not have.
 */
export async function runToRepeat(name: string, root: string): Promise<Run> {
  const folder = await runFolder(name, runHomes(root));
  const run = await readRun(folder);
  assertKnown(run, 'repeated');
  return run;
}

/**
 * One cell of a run alone, in its round, with its seed.
 * @param found the real network to the target, measured again.
 * @throws UserError where the run has no such cell.
 */
export function configureCell(run: Manifest, id: string, found?: RealNetworkChoice): Configuration {
  const whole = { ...run, config: { ...run.config, shard: null } };
  const configuration = configureAgain(whole, found === undefined ? {} : { found });
  const cell = planCells(configuration).find((planned) => planned.id === id);
  if (!cell) {
    throw new UserError(`--cell ${id}: the run has no such cell; its report lists their ids`);
  }
  const { scenario, variant, kind, network, round } = cell;
  const place = { network: network.profile.id, scenario, kind };
  return {
    ...configuration,
    only: { cell: id },
    networks: [network],
    blocks: blocksAt(configuration, place)
      .filter(({ variants }) => variants.includes(variant))
      .map((block) => ({
        ...block,
        scenarios: [scenario],
        variants: [variant],
        networks: [network.profile.id],
        kinds: [kind],
        rounds: round + 1,
      })),
  };
}
