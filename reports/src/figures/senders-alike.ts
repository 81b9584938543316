import { congestionControlOf } from '@holbench/factors/congestion-control';
import { changedFactors } from '@holbench/factors/values';
import type { ReportData } from '../runs/report-data.ts';
import type { Figure } from './figure.ts';

/** Rows whose downloads are sent by one congestion control. */
export interface SendersAlike {
  /** As `--tcp-cc` and `--quic-cc` name it. */
  readonly congestionControl: string;
  readonly rows: readonly Figure[];
}

const FLAGS: ReadonlySet<string> = new Set(['tcp-cc', 'quic-cc']);

/**
 * Rows by the congestion control of their downloads, where an arm of a sweep chooses it: what TCP
 * and QUIC do by themselves differs. Arms of other factors have no part in it.
 */
export function sendersAlike(data: ReportData, figures: readonly Figure[]): SendersAlike[] {
  const senders = figures.flatMap((figure) => {
    const factors = data.cells.find(({ cell }) => cell.cell === figure.cells[0])?.cell.factors;
    if (factors === undefined) return [];
    const changed = changedFactors(factors, data.manifest.config.factors);
    if (!changed.every(({ flag }) => FLAGS.has(flag))) return [];
    return [{ figure, by: congestionControlOf(figure.variant, factors) }];
  });
  return [...Map.groupBy(senders, ({ by }) => by)].flatMap(([congestionControl, own]) => {
    const rows = own.map(({ figure }) => figure);
    return rows.some(({ arm }) => arm !== '') ? [{ congestionControl, rows }] : [];
  });
}
