import { LEAST_MS } from './stations.ts';
import type { RaceLane, RaceMessage } from '../../../src/race/race.ts';

/** Which message of a lane is followed. */
export const PICKS = {
  median: 'the median of those that were answered',
  slowest: 'the slowest that was answered',
  lost: 'the one that waited longest for a lost packet',
  spared: 'the one that its own stream spared the most',
} as const;
export type Pick = keyof typeof PICKS;

/** A message beside the transfer whose path is known; null where there is none. */
export function pickMessage(lane: RaceLane, aloneMs: number, pick: Pick): RaceMessage | null {
  const known = lane.messages
    .filter(({ sentMs, parts }) => sentMs >= aloneMs && parts !== undefined)
    .toSorted((a, b) => (a.waitMs ?? 0) - (b.waitMs ?? 0));
  switch (pick) {
    case 'median':
      return known[Math.floor((known.length - 1) / 2)] ?? null;
    case 'slowest':
      return known.at(-1) ?? null;
    case 'lost':
      return mostOf(known, ({ parts }) => parts?.retransmission ?? 0);
    case 'spared':
      return mostOf(known, ({ sparedMs }) => sparedMs ?? 0);
  }
}

/** Null where all have less than a picture shows. */
function mostOf(
  messages: readonly RaceMessage[],
  msOf: (message: RaceMessage) => number,
): RaceMessage | null {
  const most = messages.toSorted((a, b) => msOf(b) - msOf(a))[0];
  return most !== undefined && msOf(most) >= LEAST_MS ? most : null;
}
