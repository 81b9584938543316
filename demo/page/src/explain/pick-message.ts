import type { RaceLane, RaceMessage } from '../../../src/race/race.ts';

/** Which message of a lane is followed. */
export const PICKS = {
  median: 'the median message',
  slowest: 'the slowest message',
  lost: 'the one that waited longest for a lost packet',
} as const;
export type Pick = keyof typeof PICKS;

/** A message beside the transfer whose way is known; null where there is none. */
export function pickMessage(lane: RaceLane, aloneMs: number, pick: Pick): RaceMessage | null {
  const known = lane.messages
    .filter(({ sentMs, parts }) => sentMs >= aloneMs && parts !== undefined)
    .toSorted((a, b) => (a.waitMs ?? 0) - (b.waitMs ?? 0));
  switch (pick) {
    case 'median':
      return known[Math.floor((known.length - 1) / 2)] ?? null;
    case 'slowest':
      return known.at(-1) ?? null;
    case 'lost': {
      const lost = known.filter(({ parts }) => (parts?.retransmission ?? 0) >= 1);
      const wait = ({ parts }: RaceMessage) => parts?.retransmission ?? 0;
      return lost.toSorted((a, b) => wait(b) - wait(a))[0] ?? null;
    }
  }
}
