import type { PayloadKind } from '@holbench/results/sample';
import type { Metric } from './metric.ts';
import { isBesideBulk } from './registry.ts';

/**
 * The headline figures, ids of metrics: small loads of a text, by where the transfer is. Two runs are
 * compared by them; the first screen shows some.
 */
const HEADLINE: readonly string[] = [
  'load-added',
  'load-during',
  'load-alone',
  'load-other',
  'load-sharing',
  'goodput-start',
];

/** The main figures beside a transfer. */
export const BESIDE = {
  alone: 'load-alone',
  during: 'load-during',
  delay: 'load-added',
  goodput: 'goodput-start',
} as const;

/** What tells whether a figure is one. */
interface HeadlineKey {
  readonly scenario: string;
  readonly kind: PayloadKind;
  readonly metric: Pick<Metric, 'id'>;
}

/** Whether a figure is a headline figure. */
export function isHeadline({ scenario, kind, metric }: HeadlineKey): boolean {
  return isBesideBulk(scenario) && kind === 'text' && HEADLINE.includes(metric.id);
}
