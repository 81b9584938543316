import type { Cell } from '@holbench/results/cell';
import type { Sample } from '@holbench/results/sample';
import type { MessagePath, Passage } from '@holbench/results/message-path';
import { directionOf } from '@holbench/scenarios/registry';
import type { ColumnValue } from '../figures/columns.ts';
import type { ReportData } from '../runs/report-data.ts';
import type { Column } from './parquet.ts';

/** One timed operation, warm-up included, with its cell. */
interface SampleRow {
  readonly cell: Cell;
  readonly sample: Sample;
}

export function sampleRows({ cells }: Pick<ReportData, 'cells'>): SampleRow[] {
  return cells.flatMap(({ cell, samples }) => samples.map((sample) => ({ cell, sample })));
}

/** One line per sample; docs/data.md describes the columns. */
export const SAMPLE_COLUMNS: readonly Column<SampleRow>[] = [
  // Of the cell, whose id begins with its run where a report is of several runs.
  column('run', 'STRING', ({ cell }) => cell.run),
  column('cell', 'STRING', ({ cell }) => cell.cell),
  column('variant', 'STRING', ({ cell }) => cell.variant),
  column('network', 'STRING', ({ cell }) => cell.network),
  column('scenario', 'STRING', ({ cell }) => cell.scenario),
  column('kind', 'STRING', ({ cell }) => cell.kind),
  column('arm', 'STRING', ({ cell }) => cell.arm),
  column('round', 'INT32', ({ cell }) => cell.round),
  column('warmup', 'BOOLEAN', ({ sample }) => sample.warmup),
  column('label', 'STRING', ({ sample }) => sample.label),
  column('user', 'INT32', ({ sample }) => sample.user),
  column('index', 'INT32', ({ sample }) => sample.index),
  column('intended_at_ms', 'DOUBLE', ({ sample }) => sample.intendedAtMs),
  {
    name: 'sent_at_ms',
    type: 'DOUBLE',
    nullable: true,
    of: ({ sample }) => sample.sentAtMs ?? null,
  },
  {
    name: 'left_at_ms',
    type: 'DOUBLE',
    nullable: true,
    of: ({ sample }) => sample.leftAtMs ?? null,
  },
  {
    name: 'open_requests',
    type: 'INT32',
    nullable: true,
    of: ({ sample }) => sample.openRequests ?? null,
  },
  column('status', 'STRING', ({ sample }) => sample.outcome.status),
  column('duration_ms', 'DOUBLE', 'durationMs'),
  column('after_ms', 'DOUBLE', 'afterMs'),
  column('bytes', 'INT64', 'bytes'),
  column('protocol', 'STRING', 'protocol'),
  column('code', 'STRING', 'code'),
  column('reason', 'STRING', 'reason'),
  ofPath('way_handled_ms', 'DOUBLE', ({ handledMs }) => handledMs),
  ofPassage('way_accepted_from_ms', 'DOUBLE', ({ accepted }) => accepted?.fromMs ?? null),
  ofPassage('way_accepted_to_ms', 'DOUBLE', ({ accepted }) => accepted?.toMs ?? null),
  ofPassage('way_sent_ms', 'DOUBLE', ({ sentMs }) => sentMs),
  ofPassage('way_resent_ms', 'DOUBLE', ({ resentMs }) => resentMs),
  ofPassage('way_arrived_ms', 'DOUBLE', ({ arrivedMs }) => arrivedMs),
  ofPassage('way_in_order_ms', 'DOUBLE', ({ inOrderMs }) => inOrderMs),
  ofPassage('way_in_connection_order_ms', 'DOUBLE', (each) => each.inConnectionOrderMs),
  ofPassage('way_packet_bytes', 'INT64', ({ packetBytes }) => packetBytes),
  ofPath('way_queued_bytes', 'INT64', ({ inTheWay }) => inTheWay?.queuedBytes ?? null),
  ofPath('way_unsent_bytes', 'INT64', ({ inTheWay }) => inTheWay?.unsentBytes ?? null),
  ofPath('way_ahead_bytes', 'INT64', ({ inTheWay }) => inTheWay?.aheadBytes ?? null),
];

/** Of a message whose path was recorded; else null. */
function ofPath(
  name: string,
  type: Column<SampleRow>['type'],
  of: (way: MessagePath, cell: Cell) => ColumnValue,
): Column<SampleRow> {
  return {
    name,
    type,
    nullable: true,
    of: ({ cell, sample: { way } }) => (way ? of(way, cell) : null),
  };
}

/** Of its passage in the transfer's direction: the answer's beside a download, the request's beside an upload. */
function ofPassage(
  name: string,
  type: Column<SampleRow>['type'],
  of: (passage: Passage) => ColumnValue,
): Column<SampleRow> {
  return ofPath(name, type, ({ request, answer }, { scenario }) => {
    const passage = directionOf(scenario) === 'download' ? answer : request;
    return passage && of(passage);
  });
}

/** @param of the field of an outcome: null where the outcome is another one. */
function column(
  name: string,
  type: Column<SampleRow>['type'],
  of: Column<SampleRow>['of'] | string,
): Column<SampleRow> {
  if (typeof of === 'function') return { name, type, nullable: false, of };
  const fieldOf = (outcome: Partial<Record<string, ColumnValue>>) => outcome[of] ?? null;
  return { name, type, nullable: true, of: ({ sample }) => fieldOf(sample.outcome) };
}
