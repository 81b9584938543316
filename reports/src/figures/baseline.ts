import { type Blocks, namesIn, settingsIn } from '@holbench/results/block';
import { factorNamed } from '@holbench/factors/values';
import { GEOMETRIC_MEAN, unpairedInterval } from '@holbench/stats/average';
import { isKnown, minus, over, withUnknown } from '@holbench/stats/round-number';
import type { ReportData } from '../runs/report-data.ts';
import { averageFor } from '@holbench/scenarios/metric';
import { averageOf, type Estimated, NOTHING, withInterval } from './estimate.ts';
import { type Figure, type FigureKey, keyOf } from './figure.ts';
import { combined, pairedByRound, type Point } from './pairs.ts';
import type { Relation } from './relation.ts';

type How = 'ratio' | 'difference';

/** What arms, and networks of a sweep, are compared by. A delay of 0 ms has no multiple. */
export const COMPARED_BY: Readonly<Record<string, How>> = {
  'load-during': 'ratio',
  'load-added': 'difference',
  'goodput-start': 'ratio',
};

/**
 * A figure against a baseline: `÷` or `−` of each round that both have, and the median of these; of connections, of the
 * averages over those that both have.
 */
export function against(figure: Figure, baseline: Figure | null, how: How): Figure {
  const { metric, network } = figure;
  const sign = how === 'ratio' ? '÷' : '−';
  const of: Figure = {
    ...figure,
    metric: {
      ...metric,
      id: `${metric.id}-vs-baseline`,
      title: `${metric.title} ${sign} baseline`,
      unit: how === 'ratio' ? 'x' : metric.unit,
      definition: `this ${sign} the baseline’s of the same ${averageFor(metric).unit}, where this is: ${metric.definition}`,
    },
    // Over another network the same arm has a baseline, too.
    series: baseline === null || baseline.network === network ? figure.series : baseline.network,
    ratio: null,
  };
  if (figure.value === null) return of;
  return {
    ...of,
    ...(baseline === null || baseline.value === null
      ? { ...NOTHING, why: 'no baseline' }
      : compared(figure, baseline, how)),
    ranked: figure.ranked && baseline?.ranked !== false,
    ...(baseline?.browserLimit === undefined ? {} : { browserLimit: baseline.browserLimit }),
  };
}

/** Rounds of which nothing is known, such as of two lower bounds, are told apart as unknown. */
function compared(figure: Figure, baseline: Figure, how: How): Estimated {
  const [points, base] = [figure.points, baseline.points];
  const average = averageFor(figure.metric);
  if (average === GEOMETRIC_MEAN) {
    return ofConnections(points, base, how, figure.unknown + baseline.unknown);
  }
  const all =
    how === 'difference'
      ? combined(points, base, minus)
      : combined(
          points,
          base.filter(({ low }) => low > 0),
          over,
        );
  const known = all.filter(isKnown);
  if (known.length === 0 && all.length > 0) {
    return { ...NOTHING, state: 'failed', why: 'unknown: the baseline is a lower bound, too' };
  }
  // Of which rounds the unknown ones are is not recorded.
  const unknown = figure.unknown + baseline.unknown;
  return averageOf(average)(known, all.length - known.length + unknown);
}

/**
 * Of connections: the ratio, or the difference, of the averages over those that both have; of networks, whose connections
 * share nothing, over all.
 */
function ofConnections(
  points: readonly Point[],
  base: readonly Point[],
  how: How,
  unknown: number,
): Estimated {
  const pairs = pairedByRound(points, base);
  const arePaired = pairs.length > 0;
  const own = arePaired ? pairs.map(([one]) => one) : points;
  const others = arePaired ? pairs.map(([, other]) => other) : base;
  const [operation, isRatio] = how === 'ratio' ? [over, true] : [minus, false];
  const [value, other] = [GEOMETRIC_MEAN.middle(own), GEOMETRIC_MEAN.middle(others)];
  if (value === null || other === null) return { ...NOTHING, why: 'no baseline' };
  const interval = arePaired ? GEOMETRIC_MEAN.paired : unpairedInterval;
  return withInterval(
    operation(value, other),
    // Of which connections the unknown ones are is not recorded.
    interval(withUnknown(own, unknown), withUnknown(others, unknown), isRatio),
    own.map((one, index) => ({
      ...one,
      ...operation(one, (arePaired ? others[index] : undefined) ?? other),
    })),
    unknown,
  );
}

/** Networks of a sweep, their baseline first, by profile; empty where none was swept. */
export function sweptNetworks(run: Blocks): (readonly string[])[] {
  if (settingsIn(run).every(({ factor }) => factorNamed(factor) !== null)) return [];
  const networks = namesIn(run, 'networks');
  const families = Map.groupBy(networks, (network) => firstLike(networks, network));
  return [...families.values()].filter((members) => members.length > 1);
}

/** A network's name is that of its profile, then what was changed: the first of each profile. */
export function firstLike(networks: readonly string[], network: string): string {
  const profile = (id: string) => id.split('+')[0];
  return networks.find((each) => profile(each) === profile(network)) ?? network;
}

/** Each arm against the run's own factors, each network of a sweep against the first. */
export function baselineFigures({
  data,
  relation,
}: {
  readonly data: Pick<ReportData, 'manifest'>;
  readonly relation: Relation;
}): Figure[] {
  const swept = sweptNetworks(data.manifest);
  return relation.figures.flatMap((figure) => {
    const how = COMPARED_BY[figure.metric.id];
    if (how === undefined || (figure.metric.whereRecorded && figure.value === null)) return [];
    const key = keyOf(figure);
    const first = swept.find((members) => members.includes(key.network))?.[0];
    const baselines: FigureKey[] = [
      ...(key.arm === '' ? [] : [{ ...key, arm: '' }]),
      ...(first === undefined || first === key.network ? [] : [{ ...key, network: first }]),
    ];
    return baselines.map((baseline) => against(figure, relation.find(baseline), how));
  });
}
