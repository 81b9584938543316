import type { PayloadKind } from '@holbench/results/sample';
import { type RoundNumber, UNKNOWN } from '@holbench/stats/censored';
import type { Metric, Round, RoundValue } from './metric.ts';
import { isBesideBulk } from './registry.ts';
import { roundStatistic } from './round-statistic.ts';

/**
 * The headline figures, ids of metrics: small loads of a text, by where the transfer is. They are the
 * columns of the first screen, the answer first; two runs are compared by them, and they end a run (`--until`).
 */
export const HEADLINE = [
  'load-holb-delay',
  'load-self-p50',
  'load-foreign-p50',
  'load-idle-p50',
  'load-inflation',
  'goodput-self',
] as const;

const IDS: readonly string[] = HEADLINE;

/** What tells whether a figure is one. */
interface HeadlineKey {
  readonly scenario: string;
  readonly kind: PayloadKind;
  readonly metric: Pick<Metric, 'id'>;
}

/** Whether a figure is a headline figure. */
export function isHeadline({ scenario, kind, metric }: HeadlineKey): boolean {
  return isBesideBulk(scenario) && kind === 'text' && IDS.includes(metric.id);
}

/** A headline figure of one finished cell. */
export interface HeadlineNumber {
  readonly metric: Metric;
  readonly round: RoundNumber;
}

/** The headline figures of one finished cell, as far as it has them. */
export function headlineNumbers(round: Round, metrics: readonly Metric[]): HeadlineNumber[] {
  const { scenario, kind } = round.cell;
  return metrics
    .filter((metric) => isHeadline({ scenario, kind, metric }))
    .flatMap((metric): HeadlineNumber[] => {
      const found = ofRound(metric.estimate, round);
      if (found === null || found === 'failed') return [];
      const { value, censored = false, base, unknown } = found;
      if (unknown) return [{ metric, round: UNKNOWN }];
      if (value === null) return [];
      return [{ metric, round: { value, censored, ...(base === undefined ? {} : { base }) } }];
    });
}

function ofRound(estimate: Metric['estimate'], round: Round): RoundValue | null {
  if (estimate.of === 'rounds') return estimate.value(round, '', [round]);
  if (estimate.of !== 'operations') return null;
  return roundStatistic(estimate.values(round, ''), estimate.statistic, estimate.bound);
}
