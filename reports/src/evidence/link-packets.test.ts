import { expect, test } from 'vitest';
import { connection } from '../../../packages/results/fixtures/run-lines.ts';
import { linkPackets } from './link-packets.ts';

const packets = (sentPackets: number, randomLosses: number | null, queueDrops: number | null) => ({
  sentPackets,
  receivedPackets: sentPackets - (randomLosses ?? 3) - (queueDrops ?? 0),
  randomLosses,
  queueDrops,
});

test('what became of the packets of each connection, or of the cell', () => {
  const link = { down: packets(5_321, 27, 400), up: packets(2_000, 0, 0) };
  const text = 'down 5,321 sent, 27 lost at random, 400 dropped by the queue; up 2,000 sent';
  expect(linkPackets({ link: { seed: 1, ...link } })).toEqual([text]);
  const { transfer, ...own } = connection({ connection: 2 });
  const all = [{ ...own, transfer: { ...transfer, link } }];
  expect(linkPackets({ link: null }, all)).toEqual([`connection 2: ${text}`]);
});

test('a loss of a kind that the emulator does not tell, and none where nothing was counted', () => {
  const link = { down: packets(10, null, null), up: packets(9, 1, 0) };
  expect(linkPackets({ link: { seed: null, ...link } })).toEqual([
    'down 10 sent, 3 lost or dropped; up 9 sent, 1 lost at random',
  ]);
  expect(linkPackets({})).toEqual([]);
});
