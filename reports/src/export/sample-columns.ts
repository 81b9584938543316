import type { Cell } from '@holbench/results/cell';
import type { Sample } from '@holbench/results/sample';
import type { MessagePath, Passage } from '@holbench/results/message-path';
import { directionOf } from '@holbench/scenarios/registry';
import type { ColumnValue } from '../figures/columns.ts';
import type { Column } from './parquet.ts';

/** One timed operation, warm-up included, with its cell. */
interface SampleRow {
  readonly cell: Cell;
  readonly sample: Sample;
}

type Type = Column<SampleRow>[0];

/** One line per sample; docs/reference/data.md describes the columns. */
export const SAMPLE_COLUMNS: Readonly<Record<string, Column<SampleRow>>> = {
  // Of the cell, whose id begins with its run where a report is of several runs.
  run: ['STRING', ({ cell }) => cell.run],
  cell: ['STRING', ({ cell }) => cell.cell],
  variant: ['STRING', ({ cell }) => cell.variant],
  network: ['STRING', ({ cell }) => cell.network],
  scenario: ['STRING', ({ cell }) => cell.scenario],
  kind: ['STRING', ({ cell }) => cell.kind],
  arm: ['STRING', ({ cell }) => cell.arm],
  round: ['INT32', ({ cell }) => cell.round],
  connection: ['INT32', ({ sample }) => sample.connection],
  warmup: ['BOOLEAN', ({ sample }) => sample.warmup],
  label: ['STRING', ({ sample }) => sample.label],
  user: ['INT32', ({ sample }) => sample.user],
  index: ['INT32', ({ sample }) => sample.index],
  intended_at_ms: ['DOUBLE', ({ sample }) => sample.intendedAtMs],
  sent_at_ms: ['DOUBLE', ({ sample }) => sample.sentAtMs],
  left_at_ms: ['DOUBLE', ({ sample }) => sample.leftAtMs],
  open_requests: ['INT32', ({ sample }) => sample.openRequests],
  status: ofOutcome('STRING', 'status'),
  duration_ms: ofOutcome('DOUBLE', 'durationMs'),
  after_ms: ofOutcome('DOUBLE', 'afterMs'),
  bytes: ofOutcome('INT64', 'bytes'),
  protocol: ofOutcome('STRING', 'protocol'),
  code: ofOutcome('STRING', 'code'),
  reason: ofOutcome('STRING', 'reason'),
  way_handled_ms: ofPath('DOUBLE', ({ handledMs }) => handledMs),
  way_accepted_from_ms: ofPassage('DOUBLE', ({ accepted }) => accepted?.fromMs),
  way_accepted_to_ms: ofPassage('DOUBLE', ({ accepted }) => accepted?.toMs),
  way_sent_ms: ofPassage('DOUBLE', ({ sentMs }) => sentMs),
  way_resent_ms: ofPassage('DOUBLE', ({ resentMs }) => resentMs),
  way_arrived_ms: ofPassage('DOUBLE', ({ arrivedMs }) => arrivedMs),
  way_in_order_ms: ofPassage('DOUBLE', ({ inOrderMs }) => inOrderMs),
  way_in_connection_order_ms: ofPassage('DOUBLE', (each) => each.inConnectionOrderMs),
  way_packet_bytes: ofPassage('INT64', ({ packetBytes }) => packetBytes),
  way_queued_bytes: ofPath('INT64', ({ inTheWay }) => inTheWay?.queuedBytes),
  way_unsent_bytes: ofPath('INT64', ({ inTheWay }) => inTheWay?.unsentBytes),
  way_ahead_bytes: ofPath('INT64', ({ inTheWay }) => inTheWay?.aheadBytes),
};

/** @param field null where the outcome is another one. */
function ofOutcome(type: Type, field: string): Column<SampleRow> {
  const fieldOf = (outcome: Partial<Record<string, ColumnValue>>) => outcome[field];
  return [type, ({ sample }) => fieldOf(sample.outcome)];
}

/** Of a message whose path was recorded; else null. */
function ofPath(
  type: Type,
  of: (way: MessagePath, cell: Cell) => ColumnValue | undefined,
): Column<SampleRow> {
  return [type, ({ cell, sample: { way } }) => way && of(way, cell)];
}

/** Of its passage in the transfer's direction: the answer's beside a download, the request's beside an upload. */
function ofPassage(
  type: Type,
  of: (passage: Passage) => ColumnValue | undefined,
): Column<SampleRow> {
  return ofPath(type, ({ request, answer }, { scenario }) => {
    const passage = directionOf(scenario) === 'download' ? answer : request;
    return passage && of(passage);
  });
}
