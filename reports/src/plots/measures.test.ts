import { readRun } from '@holbench/results/run-reader';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { valueText } from '../document/figure-text.ts';
import type { Figure } from '../figures/figure.ts';
import { Relation } from '../figures/relation.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { otherAnswers } from '../topics/topics.ts';
import type { PlotSource } from './draw.ts';
import { measurePlots } from './measures.ts';
import type { Plot } from './plot.ts';
import { pictureId, standingPlots } from './standing.ts';

/** The pictures of rows that are not of head-of-line blocking, of the made-up run. */
let report: PlotSource;
beforeAll(async () => {
  const data = mergeRuns([await readRun(join(import.meta.dirname, '../../fixtures/run'))]);
  report = { data, relation: Relation.of(data) };
});

/** Every figure is printed and named, with its value as in the tables. */
function expectFigures(plot: Plot | undefined, figures: readonly Figure[]) {
  expect(figures.length).toBeGreaterThan(0);
  for (const figure of figures) {
    const text = `${valueText(figure)}${figure.ranked ? '' : ' ‡'}`;
    expect(plot?.svg).toContain(`>${text}</text>`);
    expect(plot?.alt).toContain(figure.variant.id);
    expect(plot?.alt).toContain(valueText(figure));
  }
}

test('set-up is in round trips, with every round as a point and the minimum for each protocol', () => {
  const [plot] = measurePlots(report);
  expect(plot?.id).toBe('set-up-connect-reference-4g');
  const shown = report.relation
    .at({ network: 'reference-4g', scenario: 'connect', kind: 'text' })
    .filter(({ metric, value }) => metric.unit === 'RTT' && value !== null);
  expectFigures(plot, shown);
  const points = shown.flatMap((figure) => (figure.points.length > 1 ? figure.points : []));
  expect(plot?.svg.match(/<circle r="1.5"/g)).toHaveLength(points.length);
  expect(plot?.svg).toContain('>QUIC: 2</text>');
  expect(plot?.svg).toContain('>TCP + TLS: 3</text>');
  expect(plot?.alt).toMatch(/^node-ws: first byte [\d.]+ RTT, first message /);
});

describe('resources', () => {
  test.each([
    ['cpu-per-gb', 'cpu-per-gb'],
    ['rss', 'server-rss'],
  ])('%s has what the bulky scenarios used', (id, metricId) => {
    const plot = measurePlots(report).find((each) => each.id === `${id}-reference-4g`);
    const bulky = ['download text', 'reference-4g text', '1a binary'];
    const figures = report.relation.figures.filter(
      ({ network, scenario, kind, metric, value }) =>
        network === 'reference-4g' &&
        bulky.includes(`${scenario} ${kind}`) &&
        metric.id === metricId &&
        value !== null,
    );
    expectFigures(plot, figures);
    expect(plot?.topic).toBe('resources');
  });
});

test('a standing has all variants of its measure, best first, and says who is not ranked', () => {
  const plots = standingPlots(report);
  const places = otherAnswers(report);
  expect(plots.map(({ id }) => id)).toEqual(places.map(pictureId));
  for (const [index, { rows }] of places.entries()) {
    const plot = plots[index];
    const figures = rows.flatMap(({ main }) => (main.value === null ? [] : [main]));
    expectFigures(plot, figures);
    expect(plot?.alt.split('. ').map((text) => text.split(':')[0])).toEqual(
      figures.map(({ variant }) => variant.id),
    );
    const limited = figures.filter(({ ranked }) => !ranked).length;
    expect(plot?.alt.split('client-limited: not ranked')).toHaveLength(limited + 1);
  }
  expect(plots.some(({ alt }) => alt.includes('client-limited'))).toBe(true);
});
