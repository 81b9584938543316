import { directionOf } from '@holbench/scenarios/registry';
import { intervalText, valueText } from './document/figure-text.ts';
import { plural } from './document/format.ts';
import { runtimeText } from './evidence/runtime.ts';
import type { Figure } from './figures/figure.ts';
import { headerOf } from './figures/selections.ts';
import type { Report } from './report.ts';
import { answers } from './verdicts/answer.ts';

/** A table as a terminal shows it. */
export interface TerminalTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Small texts by where the transfer is, and what sharing its connection costs. */
const COLUMNS = ['load-alone-p50', 'load-same-p50', 'load-sharing-wait'] as const;

/** A table for each network and transfer: the servers, the shortest wait first. */
export function terminalTables(report: Report): TerminalTable[] {
  return answers(report).map(({ network, scenario }) => {
    const all = report.relation.at({ network, scenario, kind: 'text', fanOut: null });
    const groups = Map.groupBy(all, ({ variant, arm }) => headerOf({ variant, arm }));
    const lines = [...groups].flatMap(([name, own]) => {
      const figures = COLUMNS.map((id) => own.find(({ metric }) => metric.id === id));
      const [first, same] = figures;
      if (!first || first.cells.length === 0) return [];
      const runtime = runtimeText(report.data, first.variant);
      const header = runtime === '' ? name : `${name} (${runtime})`;
      return [
        {
          order: orderOf(same),
          rounds: same?.rounds ?? 0,
          cells: [header, ...figures.map(cellText)],
        },
      ];
    });
    const rounds = Math.max(0, ...lines.map((line) => line.rounds));
    const direction = directionOf(scenario);
    return {
      title: `Small messages beside ${direction === 'upload' ? 'an upload' : 'a download'} over ${network}, ${plural(rounds, 'round')}`,
      header: ['server', 'alone', `during the ${direction}`, 'wait from sharing the connection'],
      rows: lines.toSorted((a, b) => a.order - b.order).map(({ cells }) => cells),
    };
  });
}

/** What has no value comes last. */
function orderOf(figure: Figure | undefined): number {
  return figure?.value ?? Infinity;
}

/** `1,660 ms (1,201–2,051)`. */
function cellText(figure: Figure | undefined): string {
  if (!figure) return '–';
  if (figure.value === null) return valueText(figure);
  const interval = figure.regimes.length > 0 ? '' : intervalText(figure);
  return `${valueText(figure)} ms${interval === '' ? '' : ` (${interval})`}`;
}

/** Aligned lines. */
export function tableLines({ title, header, rows }: TerminalTable): string[] {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  return [title, line(header), ...rows.map(line)];
}
