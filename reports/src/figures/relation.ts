import { workloadAt } from '@holbench/results/block';
import { type Metric, type Round, roundsOf } from '@holbench/scenarios/metric';
import { METRICS } from '@holbench/scenarios/metrics';
import { ranksServers } from '@holbench/results/validity';
import { networkOf, type ReportData, roundOf, type Selected } from '../runs/report-data.ts';
import { withBrowserLimit } from './browser-limit.ts';
import { cautionsIn } from './cautions.ts';
import { estimate, NOTHING } from './estimate.ts';
import { type Figure, type FigureKey, keyOf, keyText, type Place, placeKey } from './figure.ts';
import { withRatios } from './ratios.ts';
import { placesOf, selectArms } from './selections.ts';

/** The metrics of a scenario at a place; none for a scenario of another version of the lab. */
export function metricsAt(data: Pick<ReportData, 'manifest'>, place: Place): readonly Metric[] {
  const { profile } = networkOf(data, place.network);
  return (METRICS.get(place.scenario) ?? []).filter(
    (metric) => metric.appliesTo?.(profile) ?? true,
  );
}

/**
 * All figures of a run: one row per network, scenario, kind, variant, arm, metric and series. Every
 * table, sentence, plot, export and comparison reads this alone.
 */
export class Relation {
  /** In the order of networks, scenarios, kinds, variants, arms and metrics. */
  readonly figures: readonly Figure[];
  readonly places: readonly Place[];
  readonly #byKey: ReadonlyMap<string, Figure>;
  readonly #byPlace: ReadonlyMap<string, readonly Figure[]>;

  constructor(figures: readonly Figure[], places: readonly Place[]) {
    this.figures = figures;
    this.places = places;
    this.#byKey = new Map(figures.map((figure) => [keyText(keyOf(figure)), figure]));
    this.#byPlace = Map.groupBy(figures, placeKey);
  }

  static of(data: ReportData): Relation {
    const places = placesOf(data);
    return new Relation(
      places.flatMap((place) => figuresAt(data, place)),
      places,
    );
  }

  /** @returns null where the run has no such figure. */
  find(key: FigureKey): Figure | null {
    return this.#byKey.get(keyText(key)) ?? null;
  }

  at(place: Place): readonly Figure[] {
    return this.#byPlace.get(placeKey(place)) ?? [];
  }

  /** Places of a scenario, or of those that `is` names, over a network. */
  placesOver(network: string, is: (place: Place) => boolean): Place[] {
    return this.places.filter((place) => place.network === network && is(place));
  }
}

function figuresAt(data: ReportData, place: Place): Figure[] {
  const { manifest } = data;
  const metrics = metricsAt(data, place);
  const figures = selectArms(data, place).flatMap(({ variant, arm, selected }) => {
    const counted = selected.state === 'ok' ? selected.rounds : [];
    const cellRounds = counted.map((round) => roundOf(data, round));
    const connectionRounds = cellRounds.flatMap(roundsOf);
    const own = metrics.flatMap((metric) => {
      const rounds = metric.ofCell ? cellRounds : connectionRounds;
      const all = metric.series?.({ ...place, workload: workloadAt(manifest, place) }) ?? [''];
      return all.map((series): Figure => {
        const of = { ...place, variant, arm, metric, series, ratio: null };
        if (selected.state !== 'ok') return { ...of, ...notOk(selected) };
        const unranked = rounds.filter((round) => !ranksServers(round.cell));
        const ranked = unranked.length <= mostUnranked(rounds);
        const cells = [...new Set(rounds.map(({ cell }) => cell.cell))];
        const cautions = cautionsIn(metric, rounds);
        return { ...of, ...estimate(metric, series, rounds), ranked, cautions, cells };
      });
    });
    return withBrowserLimit(own);
  });
  return withRatios(figures);
}

/** A cell whose client is at its limit ranks nobody. A browser may be busy in one of many connections by chance. */
function mostUnranked(rounds: readonly Round[]): number {
  const CHANCE = 0.2;
  return CHANCE * rounds.filter(({ connection }) => connection !== undefined).length;
}

function notOk({ state, reason, cell }: Exclude<Selected, { readonly state: 'ok' }>) {
  return {
    ...NOTHING,
    state,
    why: reason,
    ranked: false,
    cautions: [],
    cells: cell === null ? [] : [cell],
  };
}
