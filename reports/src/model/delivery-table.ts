import { LABELS, type PayloadKind } from '@holbench/results/sample';
import { missingFigure } from './figure.ts';
import { latencies } from './latencies.ts';
import { LATENCY_COLUMNS, latencyFigures } from './latency-figures.ts';
import { selectionNotes, selectVariants } from './published-table.ts';
import type { ReportData } from './report-data.ts';
import type { Table } from './table.ts';

/** Latency of each event of 3e, from the mutation's call to a subscriber holding it, in ms. */
export function deliveryTable(
  data: ReportData,
  network: string,
  kind: PayloadKind,
  id: string,
): Table {
  const selections = selectVariants({ data, network, scenario: '3e', kind });
  return {
    id,
    title: `Scenario 3e ${kind === 'text' ? 'Text' : 'Binary'} - Delivery of each Event`,
    rowHeader: 'Server',
    columns: LATENCY_COLUMNS,
    rows: selections.map(({ variant, selected }) => ({
      header: `${variant.code} ${variant.id}`,
      figures:
        selected.state === 'ok'
          ? latencyFigures(
              selected.rounds.map(({ samples }) => latencies(samples, LABELS.deliver)),
              selected.rounds[0]?.cell.cell ?? null,
            )
          : LATENCY_COLUMNS.map(() => missingFigure(selected)),
    })),
    notComparable: [],
    notes: [
      `Not in the published tables. From the producer’s call to a subscriber holding the event${kind === 'binary' ? ' and its file' : ''}, over all subscribers and rounds; an event that did not arrive in time counts as slower than any other.`,
      ...selectionNotes(selections),
    ],
  };
}
