import { expect, test } from 'vitest';
import { dataOf, networkOf } from '../../fixtures/made-cells.ts';
import { figureOfPoints, pointsOf } from '../../fixtures/made-figure.ts';
import { goalOf } from '../answer/sentences.ts';
import { findingText } from './servers-compared.ts';

const during = (values: readonly number[]) =>
  figureOfPoints(
    { metric: 'load-during' },
    pointsOf(values).map((point) => ({ ...point, stratum: null })),
  );
const BEST = during([100, 200, 400, 300]);
const times = (...factors: readonly number[]) =>
  during([100, 200, 400, 300].map((ms, index) => ms * (factors[index] ?? 1)));

test('what two servers are shown to be, of pairs of connections', () => {
  const of = (other: typeof BEST, share = 0.1, level = 0.95) =>
    findingText(other, BEST, { share, level });
  expect(of(times(2, 2.1, 1.9, 2))).toBe('slower');
  expect(of(times(0.5, 0.52, 0.48, 0.5))).toBe('faster');
  // Its interval is from 0.98 to 1.07: equivalent within 10 %, and not within 5 %.
  expect(of(times(1.05, 0.99, 1.04, 1.02))).toBe('equivalent within 10 %');
  expect(of(times(1.05, 0.99, 1.04, 1.02), 0.05)).toMatch(
    /^undecided \(could have seen 1\.\d+ ×\)$/,
  );
  // The same of a hundred servers.
  expect(of(times(1.05, 0.99, 1.04, 1.02), 0.1, 0.9995)).toMatch(/^undecided/);
  expect(findingText(during([1, 2]), during([1, 2]), { share: 0.1, level: 0.95 })).toBe(
    'too few connections',
  );
});

test('over a lossy link ± 20 % are asked for, over others ± 10 % or 10 ms; of rounds ± 20 %', () => {
  const data = dataOf(
    [networkOf('clean', {}), networkOf('lossy', { down: { lossFraction: 0.01 } })],
    [],
  );
  const goal = (network: string, scenario: string, figure = BEST) =>
    goalOf(data, { network, scenario, kind: 'text' }, figure);
  expect(goal('lossy', 'download')).toEqual({ share: 0.2, ms: 0 });
  expect(goal('clean', 'download')).toEqual({ share: 0.1, ms: 10 });
  // Nothing is lost in the direction of its transfer.
  expect(goal('lossy', 'upload')).toEqual({ share: 0.1, ms: 10 });
  const rounds = figureOfPoints({ metric: 'load-during' }, pointsOf([1, 2]));
  expect(goal('clean', 'download', rounds)).toEqual({ share: 0.2, ms: 0 });
});
