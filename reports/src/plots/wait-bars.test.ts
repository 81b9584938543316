import type { FactorValues } from '@holbench/factors/values';
import type { FinishedCell } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { reportOf, waitCell, waitCells, withoutPaths } from '../../fixtures/wait-data.ts';
import { MOST_TOGETHER } from './arms.ts';
import { waitBarPlots } from './wait-bars.ts';
import { PART_LOOKS } from './part-looks.ts';

const SELF = { request: 50, 'send-buffer': 200, queue: 100 };
const LOWAT = { notsentLowatBytes: 16_384 };

const plotsOf = (...cells: FinishedCell[]) => waitBarPlots(reportOf(...cells));

const cellOf = (variant: string, factors: Partial<FactorValues> = {}) =>
  waitCell({ variant, round: 0, factors }, { same: SELF });

test('a picture says in words what each part takes', () => {
  const [plot, ...others] = plotsOf(
    ...waitCells({ variant: 'node-ws' }, { same: SELF, tail: { ...SELF, retransmission: 300 } }),
  );
  expect(others).toEqual([]);
  expect(plot).toMatchObject({
    id: 'wait-download-reference-4g',
    network: 'reference-4g',
    topic: 'download-wait',
  });
  expect(plot?.alt).toBe(
    'In ms: A1 node-ws: during 500.3 (request 50, send buffer 200, empty link 50, queue 100, retransmission 100).',
  );
});

test('parts stand one after the other, as long as they took', () => {
  const [plot] = plotsOf(cellOf('node-ws'));
  const bars = [...(plot?.svg ?? '').matchAll(/<rect ([^>]*)>/g)].map(([, of = '']) => {
    const number = (name: string) => Number(new RegExp(` ?${name}="([\\d.]+)"`).exec(of)?.[1]);
    const fill = /fill="([^"]*)"/.exec(of)?.[1];
    return { fill, x: number('x'), width: number('width') };
  });
  const parts = bars.slice(0, 4);
  expect(parts.map(({ fill }) => fill)).toEqual(
    (['request', 'send-buffer', 'path', 'queue'] as const).map((each) => PART_LOOKS[each].fill),
  );
  const all = parts.reduce((sum, { width }) => sum + width, 0);
  expect(parts.map(({ width }) => (400 * width) / all)).toEqual(
    [50, 200, 50, 100].map((ms) => expect.closeTo(ms, 0)),
  );
  for (const [index, { x, width }] of parts.slice(0, -1).entries()) {
    expect(parts[index + 1]?.x).toBeCloseTo(x + width, 1);
  }
});

test('colour is not the only sign: wide parts have letters, and the legend has them with names', () => {
  const [plot] = plotsOf(cellOf('node-ws'));
  const count = (text: string) => plot?.svg.match(new RegExp(`>${text}<`, 'g'))?.length;
  // In the legend, and in the bar.
  expect(count('sb')).toBe(2);
  expect(count('send buffer')).toBe(1);
  expect(plot?.svg).not.toContain('>retransmission<');
});

test('of many arms the tuned one stands beside the run’s own, and others in a picture of their variant', () => {
  const cells = [cellOf('node-ws'), cellOf('node-ws', LOWAT), cellOf('uws-ws')];
  const [plot, ...none] = plotsOf(...cells);
  expect(none).toEqual([]);
  expect(plot?.svg).toContain('>A1 node-ws, tuned<');
  const others = Array.from({ length: MOST_TOGETHER }, (_, index) =>
    cellOf('node-ws', { notsentLowatBytes: (index + 20) * 1_024 }),
  );
  const [all, own] = plotsOf(...cells, ...others);
  expect(all?.note).toContain('Other plots show the 12 other arms of node-ws.');
  expect(all?.svg).toContain('>A1 node-ws, tuned<');
  expect(all?.svg).not.toContain('20k');
  expect(own?.id).toBe('wait-download-node-ws-reference-4g');
  expect(own?.svg).toContain('>A1 node-ws, notsent-lowat=20k<');
  expect(own?.note).toContain('Not drawn: 2 more arms, which the table has.');
});

test('the few rounds whose messages were answered have no bar', () => {
  const answered = waitCell({ variant: 'node-http2', round: 0 }, { same: SELF });
  const givenUp = [1, 2, 3].map((round) =>
    waitCell({ variant: 'node-http2', round }, { same: null }),
  );
  const [plot] = plotsOf(
    answered,
    ...givenUp,
    ...waitCells({ variant: 'node-ws' }, { same: SELF }),
  );
  expect(plot?.alt).toMatch(/A3 node-http2: during messages were given up\.$/);
  expect(plot?.alt).toMatch(/^In ms: A1 node-ws: during 400.5 /);
});

test('there is none where no path was recorded', () => {
  expect(plotsOf(withoutPaths(cellOf('node-ws')))).toEqual([]);
});
