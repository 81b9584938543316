import type { Comparison } from '../model/compare.ts';
import { countsText, comparedRatio, ruleText, valueText } from './compare-text.ts';
import { escape, grid } from './markdown-text.ts';

/** The section "Compared with" of the report as Markdown; no line without another run. */
export function compareLines(comparison: Comparison | null): string[] {
  if (comparison === null) return [];
  const { other, conditions, onlyOne, warnings, differences } = comparison;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}:`, '', ...lines.map((line) => `- ${escape(line)}`), ''];
  return [
    `## Compared with ${escape(other)}`,
    '',
    `**${escape(countsText(comparison))}.** ${escape(ruleText(comparison))}`,
    '',
    ...list('Warnings', warnings),
    ...list('What else differs', conditions),
    ...list('What only one of them has', onlyOne),
    ...(differences.length === 0
      ? ['No figure is shown to differ.']
      : grid(
          ['Row', 'Figure', 'This run', 'The other run', 'This ÷ other', 'Table'],
          differences.map(({ network, table, row, column, figure }) => [
            row,
            column,
            valueText(figure),
            figure.compared === null ? '' : valueText(figure.compared),
            figure.compared === null
              ? ''
              : [figure.compared.difference, comparedRatio(figure.compared)].join(' ').trim(),
            `${network}: ${table.title}`,
          ]),
        )),
    '',
  ];
}
