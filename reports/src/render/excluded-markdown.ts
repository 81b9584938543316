import type { ExcludedCells } from '../model/excluded-cells.ts';
import { csvLines, escape, grid } from './markdown-text.ts';

/** What does not count or does not rank, as Markdown. */
export function excludedLines({ summary, rows }: ExcludedCells): string[] {
  const lines = [`## Excluded cells – ${escape(summary)}`, '', ...csvLines('excluded')];
  if (rows.length === 0) return lines;
  return [
    ...lines,
    ...grid(
      ['Cells', 'State', 'Reason', 'What it means', 'Tables'],
      rows.map(({ state, what, cells, reason, meaning, tables }) => [
        [what, ...cells.map(({ round }) => `round ${round}`)].join(', '),
        state,
        reason,
        meaning,
        tables.map(({ title }) => title.replace(/:.*/, '')).join(', '),
      ]),
    ),
    '',
  ];
}
