import { bootstrapInterval } from '@holbench/stats/bootstrap';
import { sortSamples, type SortedSamples } from '@holbench/stats/sorted-samples';
import { median, orderStatistic, percentile } from '@holbench/stats/statistics';
import { formatAsGiven, formatNumber } from './format.ts';
import { CENSORED } from './latencies.ts';
import { NO_VALID_SAMPLES, type Selected } from './report-data.ts';
import type { Figure } from './table.ts';

/** A figure that is not there, for one of the reasons that `select` gives. */
export function missingFigure(selected: Exclude<Selected, { state: 'ok' }>): Figure {
  const { state, cell, reason } = selected;
  if (reason.includes(NO_VALID_SAMPLES)) return { ...EMPTY, state, text: NO_VALID_SAMPLES, cell };
  return { ...EMPTY, state, text: state === 'not-run' ? 'not run' : state, cell };
}

/** A plain number, e.g. a count. */
export function plainFigure(value: number, cell: string | null): Figure {
  return { ...EMPTY, state: 'ok', value, text: formatAsGiven(value), cell };
}

/** A batch size, scenario or operation that the run left out. */
export const NOT_RUN: Figure = {
  state: 'not-run',
  value: null,
  text: 'not run',
  interval: null,
  rounds: 0,
  remark: '',
  published: null,
  ratio: null,
  compared: null,
  cell: null,
};
const EMPTY = NOT_RUN;

/** No operation succeeded, so there is no number. */
export function failedFigure(remark: string, cell: string | null): Figure {
  return { ...EMPTY, state: 'failed', text: 'failed', remark, cell };
}

/**
 * A statistic over the pooled samples of all rounds, with its interval over rounds.
 *
 * @param rounds samples of each round, `CENSORED` for failed operations.
 */
export function statisticFigure(
  rounds: readonly (readonly number[])[],
  statistic: (samples: SortedSamples) => number,
  cell: string | null,
): Figure {
  const samples = sortSamples(rounds.flat());
  if (samples === null) return failedFigure('no operation succeeded', cell);
  const value = statistic(samples);
  if (value >= CENSORED) return failedFigure('', cell);
  return {
    ...EMPTY,
    state: 'ok',
    value,
    text: formatNumber(value),
    interval: bootstrapInterval(rounds, statistic),
    rounds: rounds.filter((round) => round.length > 0).length,
    cell,
  };
}

/** The median over rounds of one number of each. */
export function overRounds(values: readonly number[], cell: string | null): Figure {
  return statisticFigure(
    values.map((value) => [value]),
    median,
    cell,
  );
}

/** An exact percentile over all operations; `too-small` where n cannot support it. */
export function percentileFigure(
  rounds: readonly (readonly number[])[],
  p: number,
  cell: string | null,
): Figure {
  const samples = sortSamples(rounds.flat());
  if (samples === null) return failedFigure('no operation', cell);
  const exact = percentile(samples, p);
  if (exact.status === 'too-small') {
    const text = `n too small (n=${exact.n}, needs ${exact.needed})`;
    return { ...EMPTY, state: 'too-small', text, cell };
  }
  if (exact.value >= CENSORED)
    return failedFigure('more operations failed than it leaves out', cell);
  const figure = statisticFigure(rounds, (resample) => orderStatistic(resample, p), cell);
  return { ...figure, pooled: p === 0.5 ? 'median' : 'no median' };
}
