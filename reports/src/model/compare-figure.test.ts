import { describe, expect, test } from 'vitest';
import { compareFigure } from './compare-figure.ts';
import { failedFigure, NOT_RUN, plainFigure } from './figure.ts';
import type { Figure } from './table.ts';

const of = (value: number, low: number, high: number, rounds = 4): Figure => ({
  ...plainFigure(value, null),
  interval: { low, high },
  rounds,
});
const rule = { inMs: true, comparable: true };

describe('intervals that are apart', () => {
  test('show a difference, either way', () => {
    const [small, big] = [of(100, 99, 101), of(200, 190, 210)];
    expect(compareFigure(big, small, rule)).toMatchObject({ difference: 'higher', ratio: 2 });
    expect(compareFigure(small, big, rule)).toMatchObject({ difference: 'lower', ratio: 0.5 });
  });

  test('that touch do not', () => {
    const why = compareFigure(of(100, 90, 110), of(150, 110, 160), rule)?.why;
    expect(why).toBe('overlap');
  });

  test('of one run with too few rounds do not', () => {
    const why = compareFigure(of(100, 99, 101), of(200, 190, 210, 3), rule)?.why;
    expect(why).toBe('too few rounds');
  });

  test('must be apart by 1 ms and 5 % of a latency, by 5 % of anything else', () => {
    const why = (here: number, there: number, inMs: boolean) =>
      compareFigure(of(here, here, here), of(there, there, there), { ...rule, inMs })?.why;
    expect([why(2, 2.9, true), why(2, 3.1, true)]).toEqual(['within tolerance', null]);
    expect([why(2, 2.05, false), why(2, 2.9, false)]).toEqual(['within tolerance', null]);
    expect([why(100, 104, true), why(100, 106, true)]).toEqual(['within tolerance', null]);
  });

  test('of p95, p99 and means of all operations show nothing', () => {
    const [here, there] = [of(100, 99, 101), of(200, 190, 210)];
    const whys = (['median', 'no median'] as const).map(
      (pooled) => compareFigure({ ...here, pooled }, { ...there, pooled }, rule)?.why,
    );
    expect(whys).toEqual([null, 'not a median']);
  });

  test('of different things show nothing', () => {
    const compared = compareFigure(of(1, 1, 1), of(9, 9, 9), { ...rule, comparable: false });
    expect(compared).toMatchObject({ difference: 'not shown', why: 'not comparable' });
  });
});

test('a ratio is of two values above 0', () => {
  const ratio = (here: number, there: number) =>
    compareFigure(of(here, here, here), of(there, there, there), rule)?.ratio;
  expect([ratio(3, 2), ratio(3, 0), ratio(-3, -2), ratio(0, 2)]).toEqual([1.5, null, null, null]);
});

test('where neither run has a value, only another reason is told', () => {
  expect(compareFigure(NOT_RUN, NOT_RUN, rule)).toBeNull();
  const compared = compareFigure(NOT_RUN, failedFigure('no probe', null), rule);
  expect(compared).toMatchObject({ text: 'failed', remark: 'no probe', value: null, ratio: null });
});
