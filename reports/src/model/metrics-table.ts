import type { FinishedCell } from '@holbench/results/run-reader';
import type { PayloadKind } from '@holbench/results/sample';
import type { Metric } from '@holbench/scenarios/metric';
import { allMetrics } from '@holbench/scenarios/metrics';
import { scenarioOf } from '@holbench/scenarios/registry';
import { failedFigure, NOT_RUN, overRounds } from './figure.ts';
import { armRows, selectArms, selectionNotes } from './published-table.ts';
import type { ReportData } from './report-data.ts';
import type { Figure, Table } from './table.ts';

const METRICS = await allMetrics();

interface Column {
  readonly metric: Metric;
  readonly series: string;
}

/** A scenario without a table of its own: what its `metrics.ts` yields, the median over rounds. */
export function metricsTable(
  data: ReportData,
  network: string,
  { scenario, kind }: { readonly scenario: string; readonly kind: PayloadKind },
  id: string,
): Table {
  const selections = selectArms({ data, network, scenario, kind });
  const rounds = selections.flatMap(({ selected }) =>
    selected.state === 'ok' ? selected.rounds : [],
  );
  const metrics = METRICS.get(scenario) ?? [];
  const columns = metrics.flatMap((metric): Column[] => {
    const series = rounds.flatMap((round) => metric.of(round).map((value) => value.series));
    return [...new Set(series)].map((each) => ({ metric, series: each }));
  });
  const titles = columns.map(({ metric: { title, unit }, series }) => {
    return `${[title, series].filter((part) => part !== '').join(', ')} (${unit})`;
  });
  return {
    id,
    title: `Scenario ${scenario} ${scenarioOf(scenario).title}, ${kind}`,
    rowHeader: 'Server',
    columns: titles,
    rows: armRows(selections, titles, (ofRow) => columns.map((column) => figure(column, ofRow))),
    notComparable: [],
    notes: [
      ...metrics.map(({ title, definition }) => `${title}: ${definition}.`),
      ...selectionNotes(selections),
    ],
  };
}

function figure({ metric, series }: Column, rounds: readonly FinishedCell[]): Figure {
  const cell = rounds[0]?.cell.cell ?? null;
  const values = rounds.flatMap((round) =>
    metric.of(round).filter((value) => value.series === series),
  );
  if (values.length === 0) return { ...NOT_RUN, text: '–', cell };
  if (values.some(({ censored }) => censored)) {
    return failedFigure('a lower bound in one round or more', cell);
  }
  return overRounds(
    values.map(({ value }) => value),
    cell,
  );
}
