import { expect, test } from 'vitest';
import { PLAIN_PROFILE } from '../backends/plain-profile.ts';
import { beaconReading } from './beacon-reading.ts';

/** 32 bytes take 0.256 ms at 1 Mbit/s. */
const SIDE = { ...PLAIN_PROFILE.down, rateKbps: 1_000, delayMs: 10, jitterMs: 0 };
const EPOCH_MS = 1_700_000_000_000;
/** All of them. */
const SPAN = { fromMs: EPOCH_MS, toMs: EPOCH_MS + 1_000 };

/** Beacons by the ms of their sending, each with its wait in ms; null when it was lost. */
function seen(beacons: readonly (readonly [atMs: number, waitMs: number | null])[]) {
  const arrived = beacons.flatMap(([, waitMs], number) => (waitMs === null ? [] : [number]));
  return {
    sentUs: beacons.map(([atMs]) => (EPOCH_MS + atMs) * 1_000),
    arrived,
    arrivedUs: arrived.map((number) => {
      const [atMs, waitMs] = beacons[number] ?? [0, 0];
      return (EPOCH_MS + atMs + 10.256 + (waitMs ?? 0)) * 1_000;
    }),
  };
}

function rounded(...[side, observation, span]: Parameters<typeof beaconReading>) {
  return JSON.parse(
    JSON.stringify(beaconReading(side, observation, span), (_, value: unknown) =>
      typeof value === 'number' ? Number(value.toFixed(2)) : value,
    ),
  );
}

test('the wait is what a delay has beyond the configured one', () => {
  const beacons = Array.from({ length: 20 }, (_, index) => [30 * index, 20 - index] as const);
  expect(rounded(SIDE, seen(beacons), SPAN)).toEqual({
    sent: 20,
    lost: 0,
    waitMs: { p50: 10, p95: 19, max: 20 },
    fullestMs: 49,
  });
});

test('those outside the window count for the fullest queue alone', () => {
  const beacons = [
    [0, 0],
    [30, 90],
    [60, 4],
    [90, 2],
    [120, null],
    [150, 1],
  ] as const;
  const span = { fromMs: EPOCH_MS + 60, toMs: EPOCH_MS + 150 };
  expect(rounded(SIDE, seen(beacons), span)).toEqual({
    sent: 3,
    lost: 1,
    waitMs: { p50: 2, p95: 4, max: 4 },
    fullestMs: 120,
  });
});

test('a queue may have been full while beacons were lost', () => {
  const lost = seen([
    [0, 0],
    [30, null],
    [60, null],
    [90, 5],
  ]);
  expect(rounded(SIDE, lost, SPAN)).toMatchObject({ lost: 2, fullestMs: 95 });
  const first = seen([
    [0, null],
    [30, 1],
  ]);
  expect(rounded(SIDE, first, SPAN)).toMatchObject({ fullestMs: 31 });
});

test('and nothing is known after the last that arrived', () => {
  const open = seen([
    [0, 0],
    [30, null],
  ]);
  expect(rounded(SIDE, open, SPAN)).toMatchObject({ lost: 1, fullestMs: null });
  expect(rounded(SIDE, seen([[0, null]]), SPAN)).toEqual({
    sent: 1,
    lost: 1,
    waitMs: null,
    fullestMs: null,
  });
});

test('jitter may hide a part of the wait', () => {
  const jitter = { ...SIDE, jitterMs: 2 };
  expect(rounded(jitter, seen([[0, 3]]), SPAN)).toMatchObject({ fullestMs: 15 });
});
