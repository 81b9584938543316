import { expect, test } from 'vitest';
import { noRoomText } from './free-disk.ts';

test('a cell needs room for two captures of each connection, and what is made of them', () => {
  const one = { cells: 1, connections: 3 };
  expect(noRoomText('/runs', { ...one, freeBytes: 720e6 })).toBeNull();
  expect(noRoomText('/runs', { ...one, freeBytes: 719e6 })).toBe(
    '0.7 GB are free in /runs, and recording needs 0.7 GB; make room, or give --record-wait none',
  );
});

test('cells side by side need as much each', () => {
  const four = { cells: 4, connections: 3 };
  expect(noRoomText('/runs', { ...four, freeBytes: 2_880e6 })).toBeNull();
  expect(noRoomText('/runs', { ...four, freeBytes: 1_000e6 })).toMatch(
    /^1\.0 GB are free in \/runs, and recording needs 2\.9 GB/,
  );
});
