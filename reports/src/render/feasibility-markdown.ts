import type { FeasibilityRow } from '../model/feasibility.ts';
import { feasibilityText } from './feasibility-section.ts';
import { csvLines, grid } from './markdown-text.ts';

/** The section "Feasibility" of the report as Markdown. */
export function feasibilityLines(rows: readonly FeasibilityRow[]): string[] {
  return [
    '## Feasibility',
    '',
    ...csvLines('feasibility'),
    feasibilityText(rows),
    '',
    ...grid(
      ['Combination', 'Works here', 'Evidence', 'How to see it'],
      rows.map(({ combination, works, evidence, seenAt, command }) => [
        combination,
        works,
        seenAt === '' ? evidence : `${evidence} (probed ${seenAt})`,
        command,
      ]),
    ),
    '',
  ];
}
