import { isBesideBulk } from '@holbench/scenarios/registry';
import type { Figure } from './figure.ts';

/** The metrics of the first screen's table: small loads of a text, by where the transfer is. */
export const HEADLINE_METRICS = [
  'load-idle-p50',
  'load-foreign-p50',
  'load-self-p50',
  'load-holb-delay',
  'load-inflation',
  'goodput-self',
] as const;

const IDS: readonly string[] = HEADLINE_METRICS;

/** Whether a figure stands in the table of the first screen. */
export function isHeadline({ scenario, kind, metric }: Figure): boolean {
  return isBesideBulk(scenario) && kind === 'text' && IDS.includes(metric.id);
}
