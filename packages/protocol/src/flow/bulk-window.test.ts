import { expect, test } from 'vitest';
import { BulkWindow } from './bulk-window.ts';

const never = new AbortController().signal;

/** Who has been admitted so far, once everything that can has run. */
async function settled(...records: (readonly string[])[]): Promise<readonly string[]> {
  await new Promise((resolve) => setImmediate(resolve));
  return records.flat();
}

function enterer(window: BulkWindow, signal = never) {
  const record: string[] = [];
  const enter = (name: string, bytes: number): void =>
    void window
      .enter(bytes, signal)
      .then((admitted) => record.push(`${name}${admitted ? '' : '!'}`));
  return { record, enter };
}

test('admits what fits, and the others in the order of asking as there is room', async () => {
  const window = new BulkWindow(10);
  const { record, enter } = enterer(window);
  enter('a', 6);
  enter('b', 4);
  enter('c', 6);
  // It would fit once `b` is through, but `c` was first.
  enter('d', 1);
  expect(await settled(record)).toEqual(['a', 'b']);
  window.leave(4);
  expect(await settled(record)).toEqual(['a', 'b']);
  window.leave(6);
  expect(await settled(record)).toEqual(['a', 'b', 'c', 'd']);
  // 7 of 10 are on their way.
  enter('e', 3);
  enter('f', 1);
  expect(await settled(record)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('lets a chunk longer than itself travel alone', async () => {
  const window = new BulkWindow(10);
  const { record, enter } = enterer(window);
  enter('small', 1);
  enter('long', 50);
  expect(await settled(record)).toEqual(['small']);
  window.leave(1);
  expect(await settled(record)).toEqual(['small', 'long']);
  enter('next', 1);
  expect(await settled(record)).toEqual(['small', 'long']);
});

test('forgets who gives up, and admits those behind', async () => {
  const window = new BulkWindow(10);
  const cancelled = new AbortController();
  const { record, enter } = enterer(window, cancelled.signal);
  const others = enterer(window);
  enter('a', 9);
  enter('b', 9);
  others.enter('c', 1);
  expect(await settled(record, others.record)).toEqual(['a']);
  cancelled.abort();
  expect(await settled(record, others.record)).toEqual(['a', 'b!', 'c']);
  enter('late', 0);
  expect(await settled(record)).toEqual(['a', 'b!', 'late!']);
  // 10 of 10 are on their way.
  others.enter('d', 1);
  expect(await settled(others.record)).toEqual(['c']);
});

test('without a bound admits everybody at once', async () => {
  const window = new BulkWindow(null);
  const { record, enter } = enterer(window);
  for (let count = 0; count < 100; count++) enter('x', 512 * 1024);
  expect(await settled(record)).toHaveLength(100);
});
