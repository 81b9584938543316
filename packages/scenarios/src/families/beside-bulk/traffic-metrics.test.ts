import type { Connection } from '@holbench/results/connection';
import { expect, test } from 'vitest';
import { connection } from '../../../../results/fixtures/run-lines.ts';
import { round } from '../../../fixtures/rounds.ts';
import { roundsOf } from '../../metric.ts';
import { TRAFFIC_METRICS } from './traffic-metrics.ts';

/** What the file of a connection took on the link, per byte of it. */
function perByte(scenario: string, crossed: NonNullable<Connection['crossed']> | null) {
  const [only] = roundsOf({ ...round([], { scenario }), connections: [connection({ crossed })] });
  const how = TRAFFIC_METRICS.find(({ id }) => id === 'bytes-per-file-byte')?.estimate;
  if (!only || how?.of !== 'connections') throw new Error('no number of a connection');
  return how.value(only);
}

// The made-up transfer begins at 1.2 s, and moves 1 MB/s until its window ends at 11 s: 9.8 MB.
const down = { bytes: 10_290_000, packets: 7_000 };
const up = { bytes: 490_000, packets: 3_500 };

test('what crossed in the direction of the transfer ÷ what arrived of the file', () => {
  expect(perByte('download', { down, up })).toEqual({ value: 1.05, n: 1 });
  expect(perByte('upload', { down, up })).toEqual({ value: 0.05, n: 1 });
});

test('nothing is said where nothing was counted', () => {
  expect(perByte('download', null)).toBeNull();
});
