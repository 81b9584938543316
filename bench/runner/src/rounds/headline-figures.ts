import type { Cell } from '@holbench/results/cell';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { RunNetwork } from '@holbench/results/run-network';
import { type HeadlineId, headlineValues } from '@holbench/scenarios/headline';
import type { Metric } from '@holbench/scenarios/metric';
import { allMetrics } from '@holbench/scenarios/metrics';
import { CENSORED } from '@holbench/stats/censored';
import { leastLatencyDifferenceMs } from '@holbench/stats/least-latency-difference';
import { halfWidth, isPreciseEnough } from '@holbench/stats/precise-enough';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import type { RunParameters } from '@holbench/workload/workload';

/** A headline figure that is not precise enough yet. */
export interface OpenFigure {
  readonly network: string;
  /** `node-ws self p50 ± 14 %`. */
  readonly text: string;
}

/** A headline figure with its number of each round, in ms. */
interface HeadlineFigure {
  readonly of: Pick<Cell, 'variant' | 'network' | 'scenario' | 'arm'>;
  readonly id: HeadlineId;
  readonly title: string;
  readonly values: Map<number, number>;
}

/** Collects the headline figures of a run's valid cells, and tells which are not precise enough. */
export class HeadlineFigures {
  readonly #metrics: ReadonlyMap<string, readonly Metric[]>;
  readonly #networks: ReadonlyMap<string, RunNetwork>;
  readonly #run: RunParameters;
  readonly #figures = new Map<string, HeadlineFigure>();

  private constructor(
    metrics: ReadonlyMap<string, readonly Metric[]>,
    networks: readonly RunNetwork[],
    run: RunParameters,
  ) {
    this.#metrics = metrics;
    this.#networks = new Map(networks.map((network) => [network.profile.id, network]));
    this.#run = run;
  }

  static async of(networks: readonly RunNetwork[], run: RunParameters): Promise<HeadlineFigures> {
    return new HeadlineFigures(await allMetrics(), networks, run);
  }

  add({ cell, samples }: FinishedCell): void {
    const network = this.#networks.get(cell.network);
    if (!cell.valid || network === undefined) return;
    const round = { cell, samples, network, run: this.#run };
    for (const { id, title, ms } of headlineValues(round, this.#metrics.get(cell.scenario) ?? [])) {
      const key = keyOf(cell, id);
      const figure = this.#figures.get(key) ?? { of: cell, id, title, values: new Map() };
      figure.values.set(cell.round, ms);
      this.#figures.set(key, figure);
    }
  }

  /**
   * The figures that the first `rounds` rounds leave open. A variant without any value has no figure:
   * more rounds would not give it one.
   * @param share of the median that half of the interval may have.
   */
  open(share: number, rounds: number): OpenFigure[] {
    const figures = [...this.#figures.values()];
    const scenarios = new Set(figures.map(({ of }) => of.scenario));
    return figures.flatMap((figure) => {
      const { of, title } = figure;
      const values = valuesBefore(figure, rounds);
      const toleranceAbs = this.#toleranceMs(figure, rounds);
      if (isPreciseEnough(values, { share, toleranceAbs })) return [];
      const scenario = scenarios.size > 1 ? of.scenario : '';
      const over = this.#networks.size > 1 ? `over ${of.network}` : '';
      const parts = [of.variant, of.arm, scenario, title, spread(values, figure.id), over];
      return [{ network: of.network, text: parts.filter((part) => part !== '').join(' ') }];
    });
  }

  /** A delay is what a connection adds to a latency: its tolerance is that latency's. */
  #toleranceMs({ of, id }: HeadlineFigure, rounds: number): number {
    const base = this.#figures.get(keyOf(of, 'load-foreign-p50'));
    const known = (base ? valuesBefore(base, rounds) : []).filter((ms) => ms < CENSORED);
    const sorted = sortSamples(known);
    if (id !== 'load-holb-delay' || sorted === null) return leastLatencyDifferenceMs(0);
    return leastLatencyDifferenceMs(median(sorted));
  }
}

function keyOf({ network, scenario, variant, arm }: HeadlineFigure['of'], id: HeadlineId): string {
  return [network, scenario, variant, arm, id].join('/');
}

function valuesBefore({ values }: HeadlineFigure, rounds: number): number[] {
  return [...values].flatMap(([round, ms]) => (round < rounds ? [ms] : []));
}

/** `± 14 %`, of a delay `± 3.2 ms`; or why there is no interval. */
function spread(values: readonly number[], id: HeadlineId): string {
  const [half, sorted] = [halfWidth(values), sortSamples(values)];
  if (sorted !== null && median(sorted) === CENSORED) return 'is a lower bound';
  if (half === null || sorted === null) return `has no interval (${values.length} valid)`;
  if (id === 'load-holb-delay') return `± ${half.toFixed(1)} ms`;
  return `± ${Math.round((100 * half) / Math.abs(median(sorted)))} %`;
}
