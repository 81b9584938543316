import { expect, test } from 'vitest';
import { noRoomText } from './free-disk.ts';

test('a cell needs room for four captures and what is made of them', () => {
  expect(noRoomText('/runs', { freeBytes: 450e6, cells: 1 })).toBeNull();
  expect(noRoomText('/runs', { freeBytes: 449e6, cells: 1 })).toBe(
    '0.4 GB are free in /runs, and recording needs 0.5 GB; make room, or give --record-wait none',
  );
});

test('cells side by side need as much each', () => {
  expect(noRoomText('/runs', { freeBytes: 1_800e6, cells: 4 })).toBeNull();
  expect(noRoomText('/runs', { freeBytes: 1_000e6, cells: 4 })).toMatch(
    /^1\.0 GB are free in \/runs, and recording needs 1\.8 GB/,
  );
});
