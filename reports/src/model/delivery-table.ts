import { type PayloadKind } from '@holbench/results/sample';
import { LABELS } from '@holbench/scenarios/labels';
import { latencies } from './latencies.ts';
import { LATENCY_COLUMNS, latencyFigures } from './latency-figures.ts';
import type { ReportData } from './report-data.ts';
import { serverRows } from './server-table.ts';
import type { Table } from './table.ts';

/** Latency of each event of a session, from the mutation's call to a subscriber holding it, in ms. */
export function deliveryTable(
  data: ReportData,
  network: string,
  { scenario, kind, id }: { scenario: string; kind: PayloadKind; id: string },
): Table {
  const { rows, notes } = serverRows(
    { data, network, scenario, kind },
    {
      columns: LATENCY_COLUMNS,
      figures: (rounds) =>
        latencyFigures(
          rounds.map(({ samples }) => latencies(samples, LABELS.deliver)),
          rounds[0]?.cell.cell ?? null,
        ),
      note: `Not in the published tables. From the producer’s call to a subscriber holding the event${kind === 'binary' ? ' and its file' : ''}, over all subscribers and rounds; an event that did not arrive in time counts as slower than any other.`,
    },
  );
  return {
    id,
    title: `Scenario ${scenario} ${kind === 'text' ? 'Text' : 'Binary'} - Delivery of each Event`,
    rowHeader: 'Server',
    columns: LATENCY_COLUMNS,
    rows: rows.map(({ header, figures }) => ({ header, figures })),
    notComparable: [],
    notes,
  };
}
