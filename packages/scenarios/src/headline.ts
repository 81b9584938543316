import { CENSORED } from '@holbench/stats/censored';
import type { Metric, Round, RoundValue } from './metric.ts';
import { roundStatistic } from './round-statistic.ts';

/** The figures by which a run knows that its rounds are enough: ids of metrics in ms. */
export const HEADLINE = [
  'load-idle-p50',
  'load-foreign-p50',
  'load-self-p50',
  'load-holb-delay',
] as const;
export type HeadlineId = (typeof HEADLINE)[number];

export interface HeadlineValue {
  readonly id: HeadlineId;
  readonly title: string;
  /** In ms; `CENSORED` for a lower bound. */
  readonly ms: number;
}

/** The headline figures of one finished cell, as far as it has them. */
export function headlineValues(round: Round, metrics: readonly Metric[]): HeadlineValue[] {
  return HEADLINE.flatMap((id) => {
    const metric = metrics.find((each) => each.id === id);
    const ms = metric === undefined ? null : valueOf(metric, round);
    return metric === undefined || ms === null ? [] : [{ id, title: metric.title, ms }];
  });
}

function valueOf({ estimate }: Metric, round: Round): number | null {
  const value = ofRound(estimate, round);
  if (value === null || value === 'failed') return null;
  return value.censored ? CENSORED : value.value;
}

function ofRound(estimate: Metric['estimate'], round: Round): RoundValue | null {
  if (estimate.of === 'rounds') return estimate.value(round, '', [round]);
  if (estimate.of !== 'operations') return null;
  return roundStatistic(estimate.values(round, ''), estimate.statistic, estimate.bound);
}
