import { expect, test } from 'vitest';
import { components } from './variance.ts';

test('variance is split between and inside of groups', () => {
  // Means 2 and 7; MS_W is (2 + 8) ÷ 4, MS_B 37.5.
  expect(
    components([
      [1, 2, 3],
      [7, 5, 9],
    ]),
  ).toEqual({
    within: 2.5,
    between: (37.5 - 2.5) / 3,
  });
  expect(
    components([
      [0, 4],
      [1, 3],
    ]).between,
  ).toBe(0);
});
