import { isHeadline } from '@holbench/scenarios/headline';
import type { Figure } from '../../figures/figure.ts';
import type { Relation } from '../../figures/relation.ts';
import type { Inline, Sentence } from '../block.ts';
import { columnText, pointText } from '../figure-text.ts';

/** The figures of the first screen that each cell is a round of, by its id. */
export function headlineFigures({ figures }: Relation): ReadonlyMap<string, readonly Figure[]> {
  const byCell = new Map<string, Figure[]>();
  for (const figure of figures.filter((each) => isHeadline(each))) {
    for (const { cell } of figure.points) {
      byCell.set(cell, [...(byCell.get(cell) ?? []), figure]);
    }
  }
  return byCell;
}

/** Their numbers of all rounds, a line each, that of the cell in bold: `same p50 (ms): 557.5 · 1,034`. */
export function byRound(figures: readonly Figure[], cell: string): Sentence {
  return figures.flatMap(({ metric, points }, line): Inline[] => [
    `${line === 0 ? '' : '\n'}${columnText(metric)}: `,
    ...points.flatMap((point, index): Inline[] => {
      const text = pointText(point, metric.unit);
      const own: Inline = point.cell === cell ? { text, style: 'strong' } : text;
      return index === 0 ? [own] : [' · ', own];
    }),
  ]);
}
