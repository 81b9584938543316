import { expect, test } from 'vitest';
import { components, levelsOf } from './variance.ts';

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

test('messages, connections and runs each have their own', () => {
  const connection = (run: string, middle: number) => ({ run, waits: [middle - 1, middle + 1] });
  const levels = levelsOf([
    connection('a', 10),
    connection('a', 14),
    connection('b', 30),
    connection('b', 34),
  ]);
  // 8 of the means, less 2 ÷ 2 messages; (400 − 8) ÷ 2.
  expect(levels).toEqual({ message: 2, connection: 7, run: 196 });
});
