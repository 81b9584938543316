import { UserError } from '@holbench/process/user-error';
import { runFolder } from '@holbench/results/find-runs';
import type { Manifest } from '@holbench/results/manifest';
import { readRun, type Run } from '@holbench/results/run-reader';
import { configureFrom } from './configure.ts';
import type { Configuration } from './configuration.ts';
import { planCells } from './plan.ts';
import type { Base } from './presets.ts';
import { assertKnown, throwForUser } from './resume.ts';
import { runHomes } from './run-id.ts';

/**
 * The run that `--again` names: by its folder, or by its name in `reports/runs` or `reports/published`.
 * @throws UserError of one line where it cannot be read, or names what this holbench does not have.
 */
export async function runToRepeat(name: string, root: string): Promise<Run> {
  const folder = await runFolder(name, runHomes(root)).catch(throwForUser(name));
  const run = await readRun(folder).catch(throwForUser(folder));
  if (run.manifest.demo) {
    throw new UserError(`${folder} was saved by pnpm demo, and is no measurement to repeat`);
  }
  assertKnown(run, 'repeated');
  return run;
}

/** What options may narrow of a run, or add to it. A machine has a number of jobs of its own. */
export function baseOf({ config, blocks, networks }: Manifest): Base {
  const known = new Map(networks.map(({ profile, options }) => [profile.id, { profile, options }]));
  return {
    name: config.preset,
    config,
    blocks: blocks.map(({ settings, precision, ...block }) => ({
      ...block,
      networks: block.networks.flatMap((name) => {
        const network = known.get(name);
        return network ? { name, known: network } : [];
      }),
      ...(settings.length > 0 && { settings }),
      ...(precision !== null && { precision }),
    })),
  };
}

/**
 * One cell of a run alone, with its seed and in its round.
 * @throws UserError where the run has no such cell.
 */
export function configureCell(run: Manifest, id: string): Configuration {
  const whole = configureFrom(baseOf({ ...run, config: { ...run.config, shard: null } }), {});
  const cell = planCells(whole).find((planned) => planned.id === id);
  if (!cell) {
    throw new UserError(`--cell ${id}: the run has no such cell; its report lists their ids`);
  }
  const { scenario, variant, kind, network } = cell;
  const own = whole.blocks.filter(
    (block) =>
      block.scenarios.includes(scenario) &&
      block.variants.includes(variant) &&
      block.networks.includes(network.profile.id) &&
      block.kinds.includes(kind),
  );
  return {
    ...whole,
    cell: id,
    networks: [network],
    blocks: own.map((block) => ({
      ...block,
      scenarios: [scenario],
      variants: [variant],
      networks: [network.profile.id],
      kinds: [kind],
      precision: null,
    })),
  };
}
