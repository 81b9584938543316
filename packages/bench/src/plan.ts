import { UserError } from '@holbench/platform/fail';
import type { PayloadKind } from '@holbench/results/sample';
import { hasKind } from '@holbench/results/scenario-kinds';
import { seededRandom, shuffled } from '@holbench/results/seeded-random';
import type { Settings } from '@holbench/results/settings';
import { settingId } from '@holbench/results/settings-text';
import { variant as variantOf } from '@holbench/variants/registry';
import type { Configuration, ConfiguredNetwork } from './configuration.ts';
import { armsOf } from './factors/arm.ts';
import { factorNamed } from './factors/factors.ts';
import { parseShard, shardOf } from './shard.ts';
import type { ScenarioId } from './scenarios/scenario-ids.ts';

/** A cell before it runs. */
export interface PlannedCell {
  /** `network/variant/scenario-kind/round`; with an arm `network/variant/scenario-kind+arm/round`. */
  readonly id: string;
  readonly variant: string;
  readonly network: ConfiguredNetwork;
  readonly scenario: ScenarioId;
  readonly kind: PayloadKind;
  readonly round: number;
  /** Of a sweep; '' where its settings are the run's own. */
  readonly arm: string;
  readonly settings: Settings;
  /**
   * The same for every variant of a round, so that ratios between variants can be paired. It seeds
   * the losses of the network, too.
   */
  readonly seed: number;
}

/**
 * All cells in the order in which they run. Rounds come one after the other, each in an order of
 * its own, so that what drifts over a run (heat, caches, the disk) meets every variant alike.
 */
export function planCells(configuration: Configuration): PlannedCell[] {
  const cells = Array.from({ length: configuration.rounds }, (_, round) => {
    const seed = configuration.seed + round;
    return shuffled(cellsOfRound(configuration, round, seed), seededRandom(seed));
  }).flat();
  assertSwept(configuration, cells);
  if (configuration.shard === null) return cells;
  return shardOf(cells, comparedWith, parseShard(configuration.shard));
}

/** @throws UserError for a factor that makes no difference to any of the cells. */
function assertSwept({ sweep, settings: base }: Configuration, cells: PlannedCell[]): void {
  const ofCells = sweep.flatMap(({ factor }) => factorNamed(factor) ?? []);
  for (const { key } of ofCells) {
    if (cells.some(({ settings }) => settings[key] !== base[key])) continue;
    const id = settingId(key);
    throw new UserError(`--sweep ${id}: ${id} makes no difference to any of the chosen cells`);
  }
}

/** What all variants of a round share: they are compared, so one machine runs them all. */
function comparedWith({ network, scenario, kind, round }: PlannedCell): string {
  return [network.profile.id, scenario, kind, round].join('/');
}

function cellsOfRound(configuration: Configuration, round: number, seed: number): PlannedCell[] {
  const cells: PlannedCell[] = [];
  for (const network of configuration.networks) {
    for (const variant of configuration.variants) {
      for (const scenario of configuration.scenarios) {
        for (const kind of configuration.kinds.filter((kind) => hasKind(scenario, kind))) {
          const touched = { variant: variantOf(variant), scenario, kind };
          for (const { name: arm, settings } of armsOf(configuration, touched)) {
            const what = [`${scenario}-${kind}`, arm].filter((part) => part !== '').join('+');
            const id = [network.profile.id, variant, what, round].join('/');
            cells.push({ id, variant, network, scenario, kind, round, arm, settings, seed });
          }
        }
      }
    }
  }
  return cells;
}
