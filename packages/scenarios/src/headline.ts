import type { PayloadKind } from '@holbench/results/sample';
import type { RoundNumber } from '@holbench/stats/censored';
import type { Metric, Round, RoundValue } from './metric.ts';
import { isBesideBulk } from './registry.ts';
import { roundStatistic } from './round-statistic.ts';

/**
 * The headline figures, ids of metrics: small loads of a text, by where the transfer is. They are the
 * columns of the first screen, and two runs are compared by them. Those in ms end a run (`--until`).
 */
export const HEADLINE = [
  'load-idle-p50',
  'load-foreign-p50',
  'load-self-p50',
  'load-holb-delay',
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

/** A headline figure of one finished cell, in ms. */
export interface HeadlineWait {
  readonly metric: Metric;
  readonly round: RoundNumber;
}

/**
 * The waits among the headline figures of one finished cell, as far as it has them. They are what a
 * run is for: inflation follows from them, and goodput is their condition.
 */
export function headlineWaits(round: Round, metrics: readonly Metric[]): HeadlineWait[] {
  const { scenario, kind } = round.cell;
  return metrics
    .filter((metric) => metric.unit === 'ms' && isHeadline({ scenario, kind, metric }))
    .flatMap((metric): HeadlineWait[] => {
      const found = ofRound(metric.estimate, round);
      if (found === null || found === 'failed' || found.value === null) return [];
      const { value, censored = false, base } = found;
      return [{ metric, round: { value, censored, ...(base === undefined ? {} : { base }) } }];
    });
}

function ofRound(estimate: Metric['estimate'], round: Round): RoundValue | null {
  if (estimate.of === 'rounds') return estimate.value(round, '', [round]);
  if (estimate.of !== 'operations') return null;
  return roundStatistic(estimate.values(round, ''), estimate.statistic, estimate.bound);
}
