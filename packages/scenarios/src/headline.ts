import type { PayloadKind } from '@holbench/results/sample';
import type { Metric } from './metric.ts';
import { isBesideBulk } from './registry.ts';

/**
 * The headline figures, ids of metrics: small loads of a text, by where the transfer is. Two runs are
 * compared by them, and `--precision` asks for them; the first screen shows some.
 */
const HEADLINE: readonly string[] = [
  'load-added',
  'load-during',
  'load-alone',
  'load-other',
  'load-sharing',
  'goodput-start',
  // After the ramp: of runs up to schema 8, and of cells without connections.
  'load-added-wait',
  'load-sharing-wait',
  'load-same-p50',
  'load-other-p50',
  'load-alone-p50',
  'load-inflation',
  'goodput-same',
];

/**
 * The main figures beside a transfer: of fresh connections, else after the ramp. A place shows the first of each that it
 * has (`Relation.chosen`), so that the two never share a column.
 */
export const BESIDE = {
  alone: ['load-alone', 'load-alone-p50'],
  during: ['load-during', 'load-same-p50'],
  delay: ['load-added', 'load-sharing-wait'],
  goodput: ['goodput-start', 'goodput-same'],
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
