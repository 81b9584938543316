import type { LinkCertificate } from '@holbench/results/link-certificate';
import { LABELS, type SetUpFrom } from '@holbench/scenarios/labels';
import { expect, test } from 'vitest';
import { cell, sample } from '../../../packages/results/fixtures/run-lines.ts';
import { dataOf, networkLike } from '../../fixtures/plot-data.ts';
import { setUpData } from './set-up-data.ts';

const NETWORK = networkLike('4g', 50, 0);
const NOTHING = {
  oneWayDelayMs: null,
  udpRateKbps: null,
  tcpRateKbps: null,
  loss: null,
  queueBytes: null,
};
const before: LinkCertificate = {
  profile: NETWORK.profile,
  backend: 'rattan',
  seed: 1,
  problems: [],
  readings: [
    {
      measuredAt: '2026-01-01T00:00:00.000Z',
      kind: 'check',
      seconds: 1,
      rttMs: { n: 1, min: 100, median: 100, max: 100 },
      tcpConnectMs: null,
      down: NOTHING,
      up: NOTHING,
    },
  ],
};

function setUpCell(from: SetUpFrom, firstByteMs: number, firstMessageMs: number, round: number) {
  const of = { network: '4g', scenario: '5h', round, cell: `4g/node-ws/5h-text/${round}` };
  const durations = { 'first-byte': firstByteMs, 'first-message': firstMessageMs } as const;
  return {
    cell: cell({ ...of, certificate: { before, after: null } }),
    samples: (['first-byte', 'first-message'] as const).flatMap((until) =>
      [0, 1].map((index) =>
        sample({
          ...of,
          index,
          label: LABELS.setUp(from, until),
          outcome: {
            status: 'ok',
            durationMs: durations[until],
            bytes: 1,
            protocol: 'websocket',
          },
        }),
      ),
    ),
  };
}

test('set-up is in round trips of the link as certified, the median over rounds', () => {
  const cells = [setUpCell('cold', 310, 800, 0), setUpCell('cold', 330, 900, 1)];
  const [only, ...others] = setUpData(dataOf(cells, [NETWORK]), '4g', '5h');
  expect(others).toEqual([]);
  expect(only?.variant.id).toBe('node-ws');
  expect(only?.steps).toEqual([
    { user: 'new', until: 'first byte', roundTrips: 3.2, interval: { low: 3.1, high: 3.3 } },
    { user: 'new', until: 'first message', roundTrips: 8.5, interval: { low: 8, high: 9 } },
  ]);
  expect(setUpData(dataOf([], [NETWORK]), '4g', '5h')).toEqual([]);
});
