import { type Blocks, blocksAt, workloadAt } from '@holbench/results/block';
import type { Cell } from '@holbench/results/cell';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { RunNetwork } from '@holbench/results/run-network';
import {
  averageFor,
  type Metric,
  type Round,
  roundsOf,
  type RoundValue,
} from '@holbench/scenarios/metric';
import { isHeadline } from '@holbench/scenarios/headline';
import { METRICS } from '@holbench/scenarios/metrics';
import { boundsOf, roundStatistic } from '@holbench/scenarios/round-statistic';
import { delayToleranceMs } from '@holbench/stats/least-latency-difference';
import type { Average } from '@holbench/stats/average';
import {
  halfWidth,
  type Precision,
  precisionOf,
  type ToleranceOf,
  valueOfAll,
} from '@holbench/stats/precise-enough';
import { type RoundNumber, unknownAmong } from '@holbench/stats/round-number';

/** A deciding figure, and how well it is known. */
export interface JudgedFigure extends Pick<Cell, 'network' | 'scenario'> {
  readonly precision: Precision;
  /** `node-ws same p50 ± 14 %`. */
  readonly text: string;
  /** `± 10 %`, of a delay `± 3.2 ms`. */
  readonly goal: string;
  /** `2 of the 6 rounds that an interval takes`, and how many rounds of the run have as many; null where it has one. */
  readonly few: { readonly text: string; readonly rounds: number } | null;
  /** Half of its interval as a multiple of what its goal allows; null without an interval. */
  readonly excess: number | null;
}

/** A deciding figure with its number of each round. */
interface DecidingFigure {
  readonly of: Pick<Cell, 'variant' | 'network' | 'scenario' | 'arm'>;
  readonly metric: Metric;
  /** One number of each, or one of each connection. */
  readonly rounds: Map<number, RoundNumber[]>;
}

/** Collects the deciding figures of a run's valid cells, and tells how well they are known. */
export class DecidingFigures {
  readonly #networks: ReadonlyMap<string, RunNetwork>;
  readonly #blocks: Blocks;
  readonly #figures = new Map<string, DecidingFigure>();

  constructor(networks: readonly RunNetwork[], blocks: Blocks) {
    this.#networks = new Map(networks.map((network) => [network.profile.id, network]));
    this.#blocks = blocks;
  }

  add({ cell, samples, connections = [] }: FinishedCell): void {
    const network = this.#networks.get(cell.network);
    if (!cell.valid || network === undefined) return;
    const workload = workloadAt(this.#blocks, cell);
    const own = roundsOf({ cell, samples, connections, network, workload });
    const metrics = METRICS.get(cell.scenario) ?? [];
    for (const { metric, round } of own.flatMap((each) => decidingNumbers(each, metrics))) {
      const key = [cell.network, cell.scenario, cell.variant, cell.arm, metric.id].join('/');
      const figure = this.#figures.get(key) ?? { of: cell, metric, rounds: new Map() };
      figure.rounds.set(cell.round, [...(figure.rounds.get(cell.round) ?? []), round]);
      this.#figures.set(key, figure);
    }
  }

  /**
   * How well the first `rounds` rounds tell each figure, by the precision of its block. A variant without any round has
   * no figure.
   */
  judged(rounds: number): JudgedFigure[] {
    const figures = [...this.#figures.values()];
    return figures.map((figure) => {
      const { of, metric } = figure;
      const numbers = roundsBefore(figure, rounds);
      const goals = blocksAt(this.#blocks, of).flatMap((block) => block.precision ?? []);
      const share = Math.min(...goals);
      const average = averageFor(metric);
      const toleranceOf = toleranceFor(metric);
      const last = figure.rounds.get(rounds - 1)?.length ?? 1;
      const precision = precisionOf(numbers, share, toleranceOf, { average, last });
      const how = precision === 'bound' ? 'is a lower bound' : spread(numbers, average);
      const parts = [of.variant, of.arm, metric.title, how];
      const [half, value] = [halfWidth(numbers, average), valueOfAll(numbers, average)];
      const size = value && Math.abs(value);
      const allowed = size && Math.max(share * size, toleranceOf(numbers));
      const isDelay = numbers.some(({ base }) => base !== undefined);
      return {
        ...of,
        precision,
        few: fewOf(numbers.length, rounds, average),
        text: parts.filter((part) => part !== '').join(' '),
        goal: isDelay && allowed ? `± ${allowed.toFixed(1)} ms` : `± ${Math.round(100 * share)} %`,
        excess: half !== null && allowed ? half / allowed : null,
      };
    });
  }
}

function roundsBefore({ rounds: all }: DecidingFigure, rounds: number): RoundNumber[] {
  return [...all].flatMap(([round, numbers]) => (round < rounds ? numbers : []));
}

function fewOf(count: number, rounds: number, { least, unit }: Average): JudgedFigure['few'] {
  if (count >= least || rounds === 0) return null;
  return {
    text: `${count} of the ${least} ${unit}s that an interval takes`,
    rounds: Math.ceil(least / Math.max(1, count / rounds)),
  };
}

/** In ms, what a wait of connections need not be known better than. */
const WAIT_MS = 10;

function toleranceFor(metric: Metric): ToleranceOf {
  if (metric.unit !== 'ms') return () => 0;
  return averageFor(metric).unit === 'connection' ? () => WAIT_MS : delayToleranceMs;
}

/** `± 14 %`, of a delay `± 3.2 ms`; or why neither. */
function spread(rounds: readonly RoundNumber[], average: Average): string {
  const [half, value] = [halfWidth(rounds, average), valueOfAll(rounds, average)];
  const unknown = unknownAmong(rounds);
  if (half === null && unknown > 0)
    return `is unknown in ${unknown} of ${rounds.length} ${average.unit}s`;
  if (half === null && rounds.some(({ high }) => high === Infinity)) return 'may be a lower bound';
  if (half === null || value === null) return `has no interval (${rounds.length} valid)`;
  const isDelay = rounds.some(({ base }) => base !== undefined);
  if (isDelay) return `± ${half.toFixed(1)} ms`;
  return `± ${Math.round((100 * half) / Math.abs(value))} %`;
}

/**
 * The figures of one finished cell by which `--precision` ends a run, as far as it has them: the headline figures. A rule
 * for those in ms alone would end it with a goodput that is hardly known (docs/decisions/0026).
 */
function decidingNumbers(
  round: Round,
  metrics: readonly Metric[],
): { readonly metric: Metric; readonly round: RoundNumber }[] {
  return metrics
    .filter((metric) => isHeadline({ ...round.cell, metric }))
    .flatMap((metric) => {
      const found = ofRound(metric.estimate, round);
      if (found === null || found === 'failed') return [];
      const number = boundsOf(found);
      if (number === null) return [];
      const stratum = round.connection?.firstLoss?.stratum ?? null;
      return [{ metric, round: { ...number, stratum } }];
    });
}

function ofRound(estimate: Metric['estimate'], round: Round): RoundValue | null {
  if (estimate.of === 'connections') return estimate.value(round);
  if (estimate.of === 'rounds') return estimate.value(round, '', [round]);
  if (estimate.of !== 'operations') return null;
  return roundStatistic(estimate.values(round, ''), estimate.statistic, estimate.bound?.(round));
}
