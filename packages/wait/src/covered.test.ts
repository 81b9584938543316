import { expect, test } from 'vitest';
import { Covered } from './covered.ts';

test('bytes count once, and in order only without a gap', () => {
  const covered = new Covered();
  expect(covered.add({ from: 10, to: 20 })).toEqual([{ from: 10, to: 20 }]);
  expect(covered.inOrder).toBe(0);
  expect(covered.add({ from: 5, to: 12 })).toEqual([{ from: 5, to: 10 }]);
  expect(covered.add({ from: 0, to: 30 })).toEqual([
    { from: 0, to: 5 },
    { from: 20, to: 30 },
  ]);
  expect(covered.inOrder).toBe(30);
  expect(covered.add({ from: 3, to: 30 })).toEqual([]);
});

test('a later gap does not take back what came before it', () => {
  const covered = new Covered();
  covered.add({ from: 0, to: 5 });
  covered.add({ from: 6, to: 8 });
  expect(covered.inOrder).toBe(5);
});
