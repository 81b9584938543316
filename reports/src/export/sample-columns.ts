import type { Cell } from '@holbench/results/cell';
import type { Sample } from '@holbench/results/sample';
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
  column('status', 'STRING', ({ sample }) => sample.outcome.status),
  column('duration_ms', 'DOUBLE', 'durationMs'),
  column('after_ms', 'DOUBLE', 'afterMs'),
  column('bytes', 'INT64', 'bytes'),
  column('protocol', 'STRING', 'protocol'),
  column('code', 'STRING', 'code'),
  column('reason', 'STRING', 'reason'),
];

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
