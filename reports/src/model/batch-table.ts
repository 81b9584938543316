import { makespan } from '@holbench/scenarios/makespan';
import type { FinishedCell } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { failedFigure, NOT_RUN, overRounds } from './figure.ts';
import { formatShare, plural } from './format.ts';
import { CENSORED, timed } from './latencies.ts';
import { besidePublished, differences } from './published.ts';
import { selectionNotes, selectOwnAndArms, type TableContext } from './published-table.ts';
import { rankedFigures } from './ranked-figures.ts';
import { workloadOn } from './report-data.ts';
import type { Figure, Table } from './table.ts';

/** Tables 1–4: how long a batch takes, in ms, by batch size and variant. */
export function batchTable(context: TableContext): Table {
  const { data, published, kind, id } = context;
  const selections = selectOwnAndArms(context);
  const { textBatches, binaryBatches } = workloadOn(data, context.network);
  const run = kind === 'text' ? textBatches : binaryBatches;
  const sizes = published.rows.map((row) => Number(row['Batch Size']));
  const places = sizes.map((size) => ({ name: String(size), better: 'lowest' as const }));
  const { figures, notes } = rankedFigures(selections, { along: 'row', places }, (rounds) =>
    sizes.map((size) => batchFigure(rounds, size)),
  );
  return {
    id,
    title: published.title,
    rowHeader: 'Batch Size',
    columns: selections.map(({ header }) => header),
    rows: published.rows.map((row, place) => ({
      header: String(sizes[place]),
      figures: selections.map(({ variant: { code }, arm }, index) => {
        const wasRun = run.includes(sizes[place] ?? 0);
        const figure = (wasRun && figures[index]?.[place]) || NOT_RUN;
        const at = { table: published.table, code, column: 'Duration (ms)', row };
        return arm === '' ? besidePublished(figure, at, code) : figure;
      }),
    })),
    notComparable: differences(context, { kind }),
    notes: [
      'Median over the rounds of a batch’s duration: from the first operation’s intended start to the last one’s end. A batch with a failed operation has no duration.',
      ...notes,
      ...selectionNotes(selections),
    ],
  };
}

/** Duration in ms of the batches of one size, the median over rounds. */
function batchFigure(all: readonly FinishedCell[], size: number): Figure {
  const rounds = all.filter((round) => batch(round, size).length > 0);
  const [first] = rounds;
  if (!first) return NOT_RUN;
  const durations = batchDurations(rounds, size);
  const operations = rounds.flatMap((round) => batch(round, size));
  const succeeded = operations.filter(({ outcome }) => outcome.status === 'ok').length;
  const isComplete = durations.length === rounds.length;
  const complete = isComplete
    ? plural(rounds.length, 'round')
    : `${durations.length} of ${plural(rounds.length, 'round')} complete`;
  const remark = `${complete}, ${formatShare(succeeded, operations.length)} ok`;
  if (durations.length === 0) return failedFigure(remark, first.cell.cell);
  const figure = { ...overRounds(durations, first.cell.cell), remark };
  return isComplete ? figure : { ...figure, ofSurvivors: true };
}

/** Durations in ms of the complete batches of one size, one per round. */
export function batchDurations(rounds: readonly FinishedCell[], size: number): number[] {
  return rounds.flatMap((round) => {
    const took = makespan(batch(round, size), size);
    return took.status === 'ok' ? [took.durationMs] : [];
  });
}

/** The same for a ranking, which must not be over the survivors: `CENSORED` for one that failed. */
export function batchOutcomes(rounds: readonly FinishedCell[], size: number): number[] {
  return rounds.flatMap((round) => {
    if (batch(round, size).length === 0) return [];
    return [batchDurations([round], size)[0] ?? CENSORED];
  });
}

function batch({ samples }: FinishedCell, size: number) {
  return timed(samples, LABELS.batch(size));
}
