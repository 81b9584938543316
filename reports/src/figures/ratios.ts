import { averageFor } from '@holbench/scenarios/metric';
import type { Figure } from './figure.ts';
import { pairedRatio } from './pairs.ts';

/**
 * Gives each figure of one place its ratio to the best of its metric: the average, over the rounds
 * that both have, of its number ÷ the best's of that round; where no round has both, the ratio of
 * the two values. Compared are the variants with the run's own factors that rank servers: not those
 * limited by the client, of survivors alone, or that are lower bounds.
 */
export function withRatios(figures: readonly Figure[]): Figure[] {
  const nameOf = ({ metric, series }: Figure) => `${metric.id} ${series}`;
  const rivals = Map.groupBy(figures.filter(isRival), nameOf);
  return figures.map((figure) => {
    const all = rivals.get(nameOf(figure)) ?? [];
    if (all.length < 2 || !isRival(figure)) return figure;
    const sign = figure.metric.better === 'lower' ? 1 : -1;
    const [best = figure] = all.toSorted((a, b) => sign * ((a.value ?? 0) - (b.value ?? 0)));
    return { ...figure, ratio: ratioTo(figure, best) };
  });
}

function isRival({ metric, value, arm, ranked, survivors, bound }: Figure): boolean {
  const { better, estimate } = metric;
  const isOfRounds = ['rounds', 'operations', 'connections'].includes(estimate.of);
  const counts = ranked && !survivors && bound === '';
  return better !== null && isOfRounds && value !== null && arm === '' && counts;
}

function ratioTo(figure: Figure, best: Figure): number | null {
  const [value, least] = [figure.value ?? 0, best.value ?? 0];
  if (value === least) return 1;
  // A best of 0 is below the clock's resolution and has no multiple.
  if (least <= 0) return null;
  // That of two averages, each of which is a difference of two.
  const isDifference = averageFor(figure.metric).unit === 'connection' && isDelay(figure);
  if (isDifference) return value / least;
  const ratio = pairedRatio(figure.points, best.points, averageFor(figure.metric)).value;
  return ratio ?? value / least;
}

function isDelay({ points }: Figure): boolean {
  return points.some(({ base }) => base !== undefined);
}
