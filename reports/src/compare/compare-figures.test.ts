import type { Metric } from '@holbench/scenarios/metric';
import { VARIANTS } from '@holbench/variants/registry';
import { describe, expect, test } from 'vitest';
import { comparedRatio } from '../document/figure-cell.ts';
import { MADE_UP_LATENCY as LATENCY } from '../../fixtures/made-figure.ts';
import { NOTHING } from '../figures/estimate.ts';
import type { Figure } from '../figures/figure.ts';
import { compareFigures } from './compare-runs.ts';

const [variant] = VARIANTS;
if (!variant) throw new Error('no variant');

const MISSING: Figure = {
  ...NOTHING,
  network: 'reference-4g',
  scenario: '1a',
  kind: 'text',
  fanOut: null,
  variant,
  arm: '',
  metric: LATENCY,
  series: '',
  ranked: true,
  cautions: [],
  ratio: null,
  cells: [],
};

function of(value: number, low: number, high: number, changes: Partial<Figure> = {}): Figure {
  return { ...MISSING, state: 'ok', value, low, high, rounds: 6, ...changes };
}
const exactly = (value: number, metric: Metric = LATENCY) => of(value, value, value, { metric });

/** What is shown, or why nothing is. */
function outcome(here: Figure, there: Figure, comparable = true): string {
  const { difference } = compareFigures(here, there, comparable);
  return difference.is === 'not shown' ? difference.why : difference.is;
}

describe('intervals that are apart', () => {
  test('show a difference, either way', () => {
    const [small, big] = [of(100, 99, 101), of(200, 190, 210)];
    expect(compareFigures(big, small, true)).toMatchObject({
      difference: { is: 'higher' },
      ratio: 2,
    });
    expect(compareFigures(small, big, true)).toMatchObject({
      difference: { is: 'lower' },
      ratio: 0.5,
    });
  });

  test('that touch do not', () => {
    expect(outcome(of(100, 90, 110), of(150, 110, 160))).toBe('overlap');
  });

  test('of one run with too few rounds do not', () => {
    const five = of(200, 190, 210, { rounds: 5 });
    expect(outcome(of(100, 99, 101), five)).toBe('too few rounds');
  });

  test('must be apart by 1 ms and 5 % of a latency, by 5 % of anything else', () => {
    const ratio: Metric = { ...LATENCY, unit: 'x' };
    const why = (here: number, there: number, metric: Metric) =>
      outcome(exactly(here, metric), exactly(there, metric));
    expect([why(2, 2.9, LATENCY), why(2, 3.1, LATENCY)]).toEqual(['within tolerance', 'lower']);
    expect([why(2, 2.05, ratio), why(2, 2.9, ratio)]).toEqual(['within tolerance', 'lower']);
    expect([why(100, 104, LATENCY), why(100, 106, LATENCY)]).toEqual(['within tolerance', 'lower']);
  });

  test('are no latencies because a heading names milliseconds: the unit decides', () => {
    const share: Metric = { ...LATENCY, title: 'in 100 ms', unit: 'share' };
    expect(outcome(exactly(0.9, share), exactly(0.2, share))).toBe('higher');
    const latency: Metric = { ...LATENCY, title: 'round trip' };
    expect(outcome(exactly(2.9, latency), exactly(2, latency))).toBe('within tolerance');
  });

  test('of different things show nothing', () => {
    expect(outcome(exactly(1), exactly(9), false)).toBe('not comparable');
  });
});

describe('lower bounds', () => {
  const bound = (value: number) => of(value, value, Infinity, { censored: true });

  test('never differ from each other, and have no ratio', () => {
    expect(compareFigures(bound(9_000), bound(100), true)).toMatchObject({
      difference: { is: 'not shown', why: 'lower bounds' },
      ratio: null,
    });
  });

  test('differ from what they are above, and their ratio is a bound as well', () => {
    const [above, below] = [
      compareFigures(bound(300), exactly(100), true),
      compareFigures(exactly(100), bound(400), true),
    ];
    expect(above.difference).toEqual({ is: 'higher' });
    expect(comparedRatio(above)).toBe('≥ × 3.00');
    expect(below.difference).toEqual({ is: 'lower' });
    expect(comparedRatio(below)).toBe('≤ × 0.25');
    expect(outcome(bound(300), of(500, 400, 600))).toBe('overlap');
  });
});

test('a ratio is of two values above 0', () => {
  const ratio = (here: number, there: number) =>
    compareFigures(exactly(here), exactly(there), true).ratio;
  expect([ratio(3, 2), ratio(3, 0), ratio(-3, -2), ratio(0, 2)]).toEqual([1.5, null, null, null]);
});

test('where only one has a value there is no ratio, whatever was run', () => {
  const failed: Figure = { ...MISSING, state: 'failed' };
  for (const comparable of [true, false]) {
    expect(compareFigures(exactly(3), failed, comparable)).toMatchObject({
      difference: { is: 'not shown', why: 'no value' },
      ratio: null,
    });
  }
});
