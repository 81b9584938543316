import { type CellResources, CLIENT_GROUPS } from '@holbench/results/resources';
import type { FinishedCell } from '@holbench/results/run-reader';
import { findScenario } from '@holbench/scenarios/registry';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import { formatNumber } from './format.ts';
import { plainFigure } from './figure.ts';
import { selectArms } from './published-table.ts';
import { type ReportData, workloadOn } from './report-data.ts';
import type { Figure, Row, Table } from './table.ts';

const MIB = 1024 ** 2;

type Cell = FinishedCell['cell'];

interface Column {
  readonly title: string;
  /** Of one round; null where it could not be had. */
  readonly value: (used: CellResources) => number | null;
}

const COLUMNS: readonly Column[] = [
  { title: 'server CPU (s)', value: (used) => cpuSeconds(used, ['server']) },
  { title: 'proxy CPU (s)', value: (used) => cpuSeconds(used, ['proxy']) },
  { title: 'client CPU (s)', value: (used) => cpuSeconds(used, CLIENT_GROUPS) },
  { title: 'emulator CPU (s)', value: (used) => cpuSeconds(used, ['emulator']) },
  { title: 'machine busy (%)', value: ({ machine }) => machine && 100 * machine.busyShare },
  { title: 'server RSS (MiB)', value: (used) => peakMib(used, ['server']) },
  { title: 'proxy RSS (MiB)', value: (used) => peakMib(used, ['proxy']) },
  { title: 'client RSS (MiB)', value: (used) => peakMib(used, CLIENT_GROUPS) },
  {
    title: 'event loop busy (%)',
    value: ({ eventLoop }) => eventLoop && 100 * eventLoop.utilization,
  },
  { title: 'event loop delay p99 (ms)', value: ({ eventLoop }) => eventLoop?.delayP99Ms ?? null },
  { title: 'down (MB)', value: ({ wire }) => wire && wire.down.receivedBytes / 1e6 },
  { title: 'up (MB)', value: ({ wire }) => wire && wire.up.receivedBytes / 1e6 },
  { title: 'TCP retransmits by server', value: ({ tcp }) => tcp && tcp.retransmits.server },
  { title: 'TCP retransmits by client', value: ({ tcp }) => tcp && tcp.retransmits.client },
  {
    title: 'UDP buffer errors',
    value: ({ udp }) =>
      udp &&
      udp.receiveBufferErrors.client +
        udp.receiveBufferErrors.server +
        udp.sendBufferErrors.client +
        udp.sendBufferErrors.server,
  },
];

/** What the cells of one network used and what limited them, one row per scenario and variant. */
export function resourceTable(data: ReportData, network: string, id: string): Table {
  const { scenarios, kinds } = data.manifest.config;
  return {
    id,
    title: 'Resources and Bottlenecks',
    rowHeader: 'Scenario, Server',
    columns: [...COLUMNS.map(({ title }) => title), 'limiter'],
    rows: scenarios.flatMap((scenario) =>
      kinds.flatMap((kind) =>
        fanOutsOf(data, network, scenario).flatMap((fanOut) => {
          const what = fanOut === undefined ? kind : `${kind} to ${fanOut}`;
          return selectArms({ data, network, scenario, kind, fanOut }).flatMap(
            ({ header, selected }) =>
              selected.state === 'ok' ? row(`${scenario} ${what}, ${header}`, selected.rounds) : [],
          );
        }),
      ),
    ),
    notComparable: [],
    notes: [
      'Not in the published tables. Medians over the rounds that count, from the start of the client to the last answer. Client: the browser, or Artillery with its browser. RSS: the most that all processes of a tree had resident at once; what they share counts in each. Bytes are those of the IP packets that arrived. Retransmits of the server include those on a proxy’s way to it. Limiter: the rule is in docs/measurement.md; how many rounds, where they differ.',
    ],
  };
}

/** Where cells are of a number of subscribers, each number has rows of its own. */
function fanOutsOf(
  data: ReportData,
  network: string,
  scenario: string,
): readonly (number | undefined)[] {
  const per = findScenario(scenario)?.cellPer;
  return per === undefined ? [undefined] : workloadOn(data, network)[per];
}

/** Nothing for rounds of which no resources were stored. */
function row(header: string, rounds: readonly FinishedCell[]): Row[] {
  const cells = rounds.map(({ cell }) => cell).filter(({ resources }) => resources !== null);
  const [first] = cells;
  if (!first) return [];
  const used = cells.flatMap(({ resources }) => resources ?? []);
  const figures = COLUMNS.map(({ value }) => medianFigure(used.map(value), first.cell));
  return [{ header, figures: [...figures, limiterFigure(cells, first.cell)] }];
}

function cpuSeconds({ processes }: CellResources, groups: readonly string[]): number | null {
  const own = processes.filter(({ group }) => groups.includes(group));
  return own.length === 0 ? null : own.reduce((sum, each) => sum + each.cpuSeconds, 0);
}

function peakMib({ processes }: CellResources, groups: readonly string[]): number | null {
  const own = processes.filter(({ group }) => groups.includes(group));
  return own.length === 0 ? null : own.reduce((sum, each) => sum + each.peakRssBytes, 0) / MIB;
}

function medianFigure(values: readonly (number | null)[], cell: string): Figure {
  const sorted = sortSamples(values.filter((value) => value !== null));
  if (sorted === null) return textFigure('–', cell);
  const value = median(sorted);
  return { ...plainFigure(value, cell), text: formatNumber(value) };
}

/** `link`, or `link 2, none 1`. */
function limiterFigure(cells: readonly Cell[], cell: string): Figure {
  const verdicts = cells.map(({ limiter }) => limiter?.verdict ?? 'unknown');
  const counts = Object.entries(Object.groupBy(verdicts, (verdict) => verdict)).map(
    ([verdict, each]) => ({ verdict, count: each?.length ?? 0 }),
  );
  const [only, ...others] = counts.toSorted((a, b) => b.count - a.count);
  if (others.length === 0) return textFigure(only?.verdict ?? '–', cell);
  return textFigure(counts.map(({ verdict, count }) => `${verdict} ${count}`).join(', '), cell);
}

function textFigure(text: string, cell: string): Figure {
  return { ...plainFigure(0, cell), state: 'not-run', value: null, text };
}
