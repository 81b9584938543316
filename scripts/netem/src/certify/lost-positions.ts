import type { Link } from '../backend.ts';
import type { LaneObservation } from './run-probe.ts';
import { runProbe } from './run-probe.ts';
import { steadyPackets } from './steady-phase.ts';

/**
 * Sends numbered UDP packets in both directions of a fresh link, below its rate.
 * @param packets per direction.
 * @returns the numbers, from 0, of those that were lost.
 */
export async function lostPositions(
  link: Link,
  packets: number,
): Promise<{ down: number[]; up: number[] }> {
  const [seen] = await runProbe(link, [steadyPackets(link.profile, packets)]);
  return { down: lost(seen.down), up: lost(seen.up) };
}

function lost({ sentUs, arrived }: LaneObservation): number[] {
  const there = new Set(arrived);
  return [...sentUs.keys()].filter((number) => !there.has(number));
}
