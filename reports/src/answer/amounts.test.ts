import { expect, test } from 'vitest';
import { figureOfPoints, madeFigure, pointsOf } from '../../fixtures/made-figure.ts';
import { addedOf, amountOf, inLine, plainAmount, timeText, unitOf } from './amounts.ts';

const amountText = (...of: Parameters<typeof amountOf>) => inLine(amountOf(...of));
const addedText = (...of: Parameters<typeof addedOf>) => inLine(addedOf(...of));

const of = (values: readonly number[], bounds?: readonly number[]) =>
  figureOfPoints({ metric: 'load-during' }, pointsOf(values, bounds));

test('digits follow the interval: two, or three where it is within 10 %', () => {
  expect(amountText(of([450, 600, 800, 930, 1_200, 2_200]), 's')).toBe('0.86 s (0.45–2.2)');
  expect(amountText(of([180, 181, 182, 184, 185, 186]), 'ms')).toBe('183 ms (180–186)');
  expect(plainAmount(of([450, 600, 800, 930, 1_200, 2_200]), 's')).toBe('0.86 s');
});

test('without an interval there is the number alone', () => {
  expect(amountText(of([1_234]), 's')).toBe('1.2 s');
});

test.each([
  [1_712, 's', 2, '1.7'],
  [110.4, 's', 2, '0.11'],
  [5.2, 's', 1, '0.005'],
  [0.2, 's', 2, '0.000'],
  [-0.2, 's', 2, '0.000'],
  [112.4, 'ms', 3, '112'],
  [0.42, 'ms', 2, '0.4'],
  [0, 'ms', 2, '0'],
  [-530, 'ms', 2, '-530'],
  [12_345, 'ms', 2, '12,000'],
] as const)('%d ms in %s with %d digits is %s', (ms, unit, digits, text) => {
  expect(timeText(ms, unit, digits)).toBe(text);
});

test('messages without an answer are said in words', () => {
  expect(amountText(of([20_000, 20_000, 20_000], [0, 1, 2]), 's')).toBe('no answer within 20 s');
  // A statistic of a few rounds may be a bound below the deadline.
  expect(amountText(of([4_900, 20_000, 20_000], [0, 1, 2]), 's')).toBe('no answer within 20 s');
  expect(amountText(of([4_900], [0]), 's')).toBe('at least 4.9 s');
});

test('what is not there says why', () => {
  expect(amountText(null, 's')).toBe('–');
  expect(amountText(madeFigure({ metric: 'load-during', state: 'invalid' }), 's')).toBe('invalid');
  const none = madeFigure({ metric: 'load-during', state: 'not-run', cells: [] });
  expect(amountText(none, 's')).toBe('not measured');
});

test('no added wait is said with its tolerance', () => {
  const added = (values: readonly number[]) => {
    const points = pointsOf(values).map((point) => ({ ...point, base: 110 }));
    return figureOfPoints({ metric: 'load-added' }, points);
  };
  expect(addedText(added([-1, 0, 1, 2, 1, 0]), 'ms')).toBe('none (± 6 ms)');
  expect(addedText(added([80, 81, 82, 83, 84, 85]), 'ms')).toBe('82.5 ms (80.0–85.0)');
  // One round tells nothing of the kind.
  expect(addedText(added([1]), 'ms')).toBe('1.0 ms');
});

test('one unit for a table', () => {
  expect(unitOf([of([110]), of([1_000])])).toBe('s');
  expect(unitOf([of([110]), null])).toBe('ms');
});

test('an interval without an end says so, and one below 0 is no difference', () => {
  expect(amountText(of([100, 200, 300, 400, 500, 20_000], [5]), 's')).toBe('0.35 s (0.10 or more)');
  const points = pointsOf([-7, -2, 1, 2, 3, 9]).map((point) => ({ ...point, base: 10 }));
  const added = figureOfPoints({ metric: 'load-added' }, points);
  expect(addedText(added, 'ms')).toBe('1.5 ms (-7.0 to 9.0)');
});

test('shares are per cent', () => {
  const share = { ...madeFigure({ metric: 'load-late' }), value: 0.29 };
  expect(plainAmount({ ...share, cells: ['a cell'] }, 's')).toBe('29 %');
});
