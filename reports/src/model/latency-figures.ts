import { maximum, mean, minimum } from '@holbench/stats/statistics';
import { failedFigure, percentileFigure, plainFigure, statisticFigure } from './figure.ts';
import { formatShare } from './format.ts';
import { CENSORED } from './latencies.ts';
import type { Figure } from './table.ts';

/** Columns of the published latency tables, then ours. */
export const LATENCY_COLUMNS = [
  'Min (ms)',
  'Max (ms)',
  'Mean (ms)',
  'p50 (ms)',
  'p95 (ms)',
  'p99 (ms)',
  'n',
  'ok',
] as const;

/**
 * One figure per column of `LATENCY_COLUMNS`. Percentiles are over all operations, a failed one
 * counting as slower than any other; minimum, maximum and mean are over those that succeeded.
 *
 * @param rounds latencies in ms of each round, `CENSORED` for failed operations.
 */
export function latencyFigures(
  rounds: readonly (readonly number[])[],
  cell: string | null,
): Figure[] {
  const all = rounds.flat();
  const succeeded = rounds.map((round) => round.filter((value) => value < CENSORED));
  const pooled = succeeded.flat();
  const n = pooled.length;
  const remark = n < all.length ? 'of those that succeeded' : '';
  // An extreme has no interval, so it is not over rounds.
  const extreme = (statistic: Parameters<typeof statisticFigure>[1]) => ({
    ...statisticFigure([pooled], statistic, cell),
    rounds: 0,
    remark,
  });
  const share = { ...plainFigure(all.length, cell), text: formatShare(n, all.length) };
  return [
    extreme(minimum),
    extreme(maximum),
    {
      ...statisticFigure(succeeded, mean, cell),
      pooled: 'no median',
      remark,
      ...(n < all.length ? { ofSurvivors: true as const } : {}),
    },
    percentileFigure(rounds, 0.5, cell),
    percentileFigure(rounds, 0.95, cell),
    percentileFigure(rounds, 0.99, cell),
    plainFigure(all.length, cell),
    all.length === 0 ? failedFigure('no operation', cell) : { ...share, value: n / all.length },
  ];
}
