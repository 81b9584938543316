import { makespan } from '@holbench/results/makespan';
import type { FinishedCell } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/results/sample';
import { median } from '@holbench/results/statistics';
import { failedFigure, missingFigure, NOT_RUN, statisticFigure } from './figure.ts';
import { formatShare, plural } from './format.ts';
import { timed } from './latencies.ts';
import { besidePublished, differences } from './published.ts';
import { selectionNotes, selectVariants, type TableContext } from './published-table.ts';
import { type Selected, workloadOn } from './report-data.ts';
import type { Figure, Table } from './table.ts';

/** Tables 1–4: how long a batch takes, in ms, by batch size and variant. */
export function batchTable(context: TableContext): Table {
  const { data, published, kind, id } = context;
  const selections = selectVariants(context);
  const { textBatches, binaryBatches } = workloadOn(data, context.network);
  const sizes = kind === 'text' ? textBatches : binaryBatches;
  return {
    id,
    title: published.title,
    rowHeader: 'Batch Size',
    columns: selections.map(({ variant }) => `${variant.code} ${variant.id}`),
    rows: published.rows.map((row) => {
      const size = Number(row['Batch Size']);
      return {
        header: String(size),
        figures: selections.map(({ variant: { code }, selected }) => {
          const figure = sizes.includes(size) ? batchFigure(selected, size) : NOT_RUN;
          const place = { table: published.table, code, column: 'Duration (ms)', row };
          return besidePublished(figure, place, code);
        }),
      };
    }),
    notComparable: differences(context, { kind }),
    notes: [
      'Median over the rounds of a batch’s duration: from the first operation’s intended start to the last one’s end. A batch with a failed operation has no duration.',
      ...selectionNotes(selections),
    ],
  };
}

/** Duration in ms of the batches of one size, the median over rounds. */
function batchFigure(selected: Selected, size: number): Figure {
  if (selected.state !== 'ok') return missingFigure(selected);
  const rounds = selected.rounds.filter((round) => batch(round, size).length > 0);
  const [first] = rounds;
  if (!first) return NOT_RUN;
  const durations = batchDurations(rounds, size);
  const operations = rounds.flatMap((round) => batch(round, size));
  const succeeded = operations.filter(({ outcome }) => outcome.status === 'ok').length;
  const complete =
    durations.length === rounds.length
      ? plural(rounds.length, 'round')
      : `${durations.length} of ${plural(rounds.length, 'round')} complete`;
  const remark = `${complete}, ${formatShare(succeeded, operations.length)} ok`;
  if (durations.length === 0) return failedFigure(remark, first.cell.cell);
  const values = durations.map((duration) => [duration]);
  return { ...statisticFigure(values, median, first.cell.cell), remark };
}

/** Durations in ms of the complete batches of one size, one per round. */
export function batchDurations(rounds: readonly FinishedCell[], size: number): number[] {
  return rounds.flatMap((round) => {
    const took = makespan(batch(round, size), size);
    return took.status === 'ok' ? [took.durationMs] : [];
  });
}

function batch({ samples }: FinishedCell, size: number) {
  return timed(samples, LABELS.batch(size));
}
