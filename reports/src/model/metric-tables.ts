import type { FinishedCell } from '@holbench/results/run-reader';
import type { PayloadKind } from '@holbench/results/sample';
import type { Metric, MetricValue } from '@holbench/scenarios/metric';
import { allMetrics } from '@holbench/scenarios/metrics';
import { findScenario } from '@holbench/scenarios/registry';
import { failedFigure, NOT_RUN, overRounds, plainFigure } from './figure.ts';
import { plural } from './format.ts';
import { selectionNotes, selectOwnAndArms } from './published-table.ts';
import { rankedFigures } from './ranked-figures.ts';
import type { ReportData } from './report-data.ts';
import type { Figure, Table } from './table.ts';

const METRICS = await allMetrics();

/** Which cells a table is of. */
export interface MetricPlace {
  readonly scenario: string;
  readonly kind: PayloadKind;
  /** Where each cell has a number of subscribers. */
  readonly fanOut?: number;
  readonly id: string;
}

/** One number of each round: a metric, and which of its series. */
interface Column {
  readonly metric: Metric;
  readonly series: string;
}

type Values = ReadonlyMap<FinishedCell, ReadonlyMap<Metric, readonly MetricValue[]>>;

/**
 * What the metrics of a scenario say of each variant and arm: a column per metric and series, each
 * figure the median over rounds. It knows nothing of the scenario but its metrics; of the scenario
 * of another version of the lab there are none, and the table counts its rounds.
 */
export function metricTable(
  data: ReportData,
  network: string,
  { scenario, kind, fanOut, id }: MetricPlace,
): Table {
  const known = METRICS.get(scenario);
  const metrics = known ?? [];
  const selections = selectOwnAndArms({ data, network, scenario, kind, fanOut });
  const rounds = selections.flatMap(({ selected }) =>
    selected.state === 'ok' ? selected.rounds : [],
  );
  const values: Values = new Map(
    rounds.map((round) => [round, new Map(metrics.map((metric) => [metric, metric.of(round)]))]),
  );
  const columns = metrics.flatMap((metric) =>
    seriesOf(metric, values).map((series): Column => ({ metric, series })),
  );
  const places = columns.map((column) => ({
    name: columnTitle(column),
    better: column.metric.better === 'lower' ? ('lowest' as const) : ('highest' as const),
  }));
  const { figures, notes } = rankedFigures(
    selections,
    { along: 'column', places: [...places, { name: 'rounds', better: null }] },
    (own) => [
      ...columns.map((column) => figureOf(own, column, values)),
      plainFigure(own.length, own[0]?.cell.cell ?? null),
    ],
  );
  const to = fanOut === undefined ? '' : ` to ${plural(fanOut, 'Subscriber')}`;
  const title = findScenario(scenario)?.title ?? 'not known to this holbench';
  return {
    id,
    title: `Scenario ${scenario} ${kind === 'text' ? 'Text' : 'Binary'}${to} - ${title}`,
    rowHeader: 'Server',
    columns: [...places.map(({ name }) => name), 'rounds'],
    rows: selections.map(({ header }, index) => ({ header, figures: figures[index] ?? [] })),
    notComparable: [],
    notes: [
      ...(known === undefined
        ? [
            `This holbench does not know the scenario ${scenario}: its cells are listed and have no figures. The holbench that ran them has its metrics.`,
          ]
        : [
            'Not in the published tables. Each figure: the median over rounds of one number per round. n: operations of all rounds. ≥: a lower bound, as operations failed or were given up.',
          ]),
      ...metrics.map(
        (metric) => `${metric.title}: ${metric.definition}; ${metric.better} is better.`,
      ),
      ...notes,
      ...selectionNotes(selections),
    ],
  };
}

/** Each once, `batch-10` before `batch-100`. */
function seriesOf(metric: Metric, values: Values): string[] {
  const found = [...values.values()].flatMap((ofRound) => ofRound.get(metric) ?? []);
  return [...new Set(found.map(({ series }) => series))].toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
}

/** `Makespan of a batch, batch-10 (ms)`. */
function columnTitle({ metric: { title, unit }, series }: Column): string {
  return `${title}${series === '' ? '' : `, ${series}`} (${unit === 'x' ? '×' : unit})`;
}

function figureOf(
  rounds: readonly FinishedCell[],
  { metric, series }: Column,
  values: Values,
): Figure {
  const cell = rounds[0]?.cell.cell ?? null;
  const found = rounds.flatMap(
    (round) =>
      values
        .get(round)
        ?.get(metric)
        ?.filter((each) => each.series === series) ?? [],
  );
  if (found.length === 0) return { ...NOT_RUN, text: '–', remark: 'in no round', cell };
  const figure = overRounds(
    found.map(({ value }) => value),
    cell,
  );
  const n = found.reduce((sum, each) => sum + each.n, 0);
  const remark = `n=${n}`;
  if (figure.state !== 'ok') return failedFigure(remark, cell);
  const text = found.some(({ censored }) => censored) ? `≥ ${figure.text}` : figure.text;
  if (found.length === rounds.length) return { ...figure, text, remark };
  const of = `${found.length} of ${plural(rounds.length, 'round')}`;
  return { ...figure, text, remark: `${of}, ${remark}`, ofSurvivors: true };
}
