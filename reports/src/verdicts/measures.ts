import { findScenario } from '@holbench/scenarios/registry';
import type { Figure, Place } from '../figures/figure.ts';
import type { Report } from '../report.ts';

/** What the scenarios without a bulk transfer compare the variants by: one number each, in ms. */
export interface Measure {
  readonly id: string;
  readonly title: string;
  /** With the run's own factors and a value: the lowest first, those of survivors alone last. */
  readonly figures: readonly Figure[];
}

/** By what the variants are compared, by family and direction of a scenario. */
const METRICS: Readonly<Record<string, string>> = {
  'batches download': 'makespan',
  'batches upload': 'makespan',
  'users download': 'load-p50',
  'users upload': 'create-p50',
  'session both': 'deliver-p50',
  'crowd both': 'load-p50',
};

/** Measures of one network that have at least one figure, texts first. */
export function measuresOver(
  { relation }: Pick<Report, 'data' | 'relation'>,
  network: string,
): Measure[] {
  return (['text', 'binary'] as const)
    .flatMap((kind) => relation.placesOver(network, (place) => place.kind === kind))
    .flatMap((place) => measureAt(place, relation.at(place)))
    .filter(({ figures }) => figures.length > 0);
}

function measureAt(place: Place, all: readonly Figure[]): Measure[] {
  const { scenario, kind } = place;
  const { family = '', direction = 'both' } = findScenario(scenario) ?? {};
  const metric = METRICS[`${family} ${direction}`];
  if (metric === undefined) return [];
  const own = all.filter((each) => each.metric.id === metric && each.arm === '');
  const largest = String(Math.max(...own.map(({ series }) => Number(series))));
  const figures = own
    .filter(({ value, series }) => value !== null && (series === '' || series === largest))
    // A batch that failed is slower than any other: those of the rest may not win.
    .toSorted(
      (a, b) => Number(a.survivors) - Number(b.survivors) || (a.value ?? 0) - (b.value ?? 0),
    );
  const object = kind === 'text' ? 'text CoValue' : 'file';
  const verb = direction === 'download' ? 'load' : 'create';
  const titles: Readonly<Record<string, string>> = {
    batches: `${verb} ${largest} ${object}s at once`,
    users: `one of many users ${verb}s a ${object}, p50`,
    crowd: `one of ${largest} users at once loads a text CoValue, p50`,
    session: `an event reaches a subscriber${kind === 'text' ? '' : ' with its file'}, p50`,
  };
  return [{ id: `${scenario}-${kind}`, title: `${titles[family]} (${scenario})`, figures }];
}
