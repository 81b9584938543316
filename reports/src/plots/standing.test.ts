import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { valueText } from '../document/figure-text.ts';
import { Relation } from '../figures/relation.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { otherAnswers } from '../topics/topics.ts';
import { pictureId, standingPlots } from './standing.ts';

test('a standing has all variants of its measure, best first, and says who is not ranked', async () => {
  const data = mergeRuns([await readRun(join(import.meta.dirname, '../../fixtures/run'))]);
  const report = { data, relation: Relation.of(data) };
  const plots = standingPlots(report);
  const places = otherAnswers(report);
  expect(plots.map(({ id }) => id)).toEqual(places.map(pictureId));
  for (const [index, { rows }] of places.entries()) {
    const plot = plots[index];
    const figures = rows.flatMap(({ main }) => (main.value === null ? [] : [main]));
    expect(figures.length).toBeGreaterThan(0);
    for (const figure of figures) {
      expect(plot?.svg).toContain(`>${valueText(figure)}${figure.ranked ? '' : ' ‡'}`);
      expect(plot?.alt).toContain(valueText(figure));
    }
    const points = figures.flatMap((figure) => (figure.points.length > 1 ? figure.points : []));
    expect(plot?.svg.match(/<circle r="1.8"/g) ?? []).toHaveLength(points.length);
    expect(plot?.alt.split('. ').map((text) => text.split(':')[0])).toEqual(
      figures.map(({ variant }) => variant.id),
    );
    const limited = figures.filter(({ ranked }) => !ranked).length;
    expect(plot?.alt.split('client-limited: not ranked')).toHaveLength(limited + 1);
  }
  expect(plots.some(({ alt }) => alt.includes('client-limited'))).toBe(true);
});
