import type { Cell } from '@holbench/results/cell';
import type { CellResources } from '@holbench/results/resources';
import { expect, test } from 'vitest';
import { dataOf, holbCell } from '../../fixtures/plot-data.ts';
import { Relation } from '../figures/relation.ts';
import { timelinePlots } from './timeline.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const busy = (busyShare: number): CellResources => ({
  seconds: 60,
  processes: [],
  machine: { cores: 2, busyShare },
  eventLoop: null,
  wire: null,
  tcp: null,
  udp: null,
  recorderCpuSeconds: 0,
  timeline: null,
});

function timeline(cells: readonly Partial<Cell>[]) {
  const data = dataOf(cells.map((each, index) => holbCell({ cell: `cell ${index}`, ...each }, {})));
  return timelinePlots({ data, relation: Relation.of(data) });
}

/** Left edge and width of each bar. */
function bars(svg = ''): number[][] {
  return [...svg.matchAll(/<rect ([^>]*)\/>/g)].map(([, attributes = '']) =>
    ['x', 'width'].map((name) =>
      Number(new RegExp(`(?:^| )${name}="([\\d.]+)"`).exec(attributes)?.[1]),
    ),
  );
}

test('every cell stands at its time, with its state in words and how busy the machine was', () => {
  const [plot, ...others] = timeline([
    { startedAt: at(3), endedAt: at(4), status: 'failed', valid: false, resources: null },
    { startedAt: at(0), endedAt: at(2), resources: busy(0.25) },
    { startedAt: at(2), endedAt: at(3), valid: false, resources: busy(1) },
  ]);
  expect(others).toEqual([]);
  expect(plot).toMatchObject({ id: 'timeline', network: '', topic: 'run' });
  expect(plot?.alt).toBe(
    '3 cells of 1 run in 4.00 minutes: 1 valid, ! 1 invalid, ✕ 1 failed. Scenarios: download. Machine busy: 25.0 to 100.0 %.',
  );
  expect(plot?.svg).toContain('>cells: 1 valid · ! 1 invalid · ✕ 1 failed</text>');
  // 286 pixels of 4 minutes beside the label; a bar has half a pixel more at each end.
  expect(bars(plot?.svg)).toEqual([
    [63.5, 144],
    [206.5, 72.5],
    [278, 72.5],
  ]);
  expect(plot?.svg).toContain('>!</text>');
  expect(plot?.svg).toContain('>✕</text>');
});

test('several runs follow each other, whenever they began', () => {
  const [plot] = timeline([
    { run: 'later', startedAt: at(50), endedAt: at(51), resources: null },
    { run: 'first', startedAt: at(0), endedAt: at(1), resources: null },
  ]);
  expect(plot?.alt).toContain('2 cells of 2 runs in 2.00 minutes');
  expect(plot?.alt).toContain('Machine busy: not recorded');
  expect(bars(plot?.svg)).toEqual([
    [63.5, 144],
    [206.5, 144],
  ]);
});

test('a cell that took no time is seen, as are five hundred', () => {
  const [none] = timeline([{ startedAt: at(1), endedAt: at(1), resources: null }]);
  expect(bars(none?.svg)).toEqual([[63.5, 1]]);
  const many = Array.from({ length: 500 }, (_, index) => ({
    startedAt: at(index),
    endedAt: at(index + 1),
    resources: busy(0.5),
  }));
  const [plot] = timeline(many);
  expect(bars(plot?.svg)).toHaveLength(500);
  expect(plot?.svg).not.toMatch(/NaN|Infinity/);
  expect(plot?.svg.length).toBeLessThan(60_000);
  expect(timeline([])).toEqual([]);
});
