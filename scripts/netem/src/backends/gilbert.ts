import type { DownOrUp, LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { rateOf } from '@holbench/results/rate-of';

/**
 * Loss probabilities after 0, 1, 2… consecutive losses (the last one holds for all further). They
 * give a mean loss of `lossFraction` in runs of `burstPackets` on average. The model is Gilbert's
 * two-state chain with a bad state that loses everything (E. N. Gilbert, "Capacity of a burst-noise
 * channel", 1960; its simple form after Hasslinger & Hohlfeld, 2008). A run ends with probability
 * 1/B per packet. From p = a / (a + 1/B), it begins with probability a = p / (B (1 − p)). A burst
 * length of 1 means independent losses, hence one probability.
 */
export function lossProbabilities(lossFraction: number, burstPackets: number): number[] {
  if (burstPackets === 1) return [lossFraction];
  return [lossFraction / (burstPackets * (1 - lossFraction)), 1 - 1 / burstPackets];
}

/** A first loss after this packet never comes: it would take 7 hours at 1 Gbit/s. */
const LAST_PACKET = 2 ** 31;

/**
 * The number of the first lost packet, from 1, by its quantile u: ⌈ln(1 − u) ÷ ln(1 − p)⌉, at least 1, where p is the
 * probability that a run of losses begins. Its distribution is geometric: for a uniform u, P(≤ k) = 1 − (1 − p)^k.
 * @param quantile in [0, 1).
 * @returns Infinity for never.
 * @throws RangeError when it is no quantile.
 */
export function firstLostPacket(
  { lossFraction, lossBurstPackets }: Pick<LinkDirection, 'lossFraction' | 'lossBurstPackets'>,
  quantile: number,
): number {
  if (!(quantile >= 0 && quantile < 1)) throw new RangeError(`${quantile} is not in [0, 1)`);
  const [begin = 0] = lossProbabilities(lossFraction, lossBurstPackets);
  if (begin === 0) return Infinity;
  const first = Math.max(1, Math.ceil(Math.log1p(-quantile) / Math.log1p(-begin)));
  return first > LAST_PACKET ? Infinity : first;
}

/** Null when both directions have a constant rate or none: what every backend but rattan needs. */
export function whyNoTrace({ down, up }: NetworkProfile): string | null {
  const isConstant = [down, up].every((side) => rateOf(side)?.isConstant !== false);
  return isConstant
    ? null
    : 'only rattan replays a trace (./setup.sh --step rattan_program builds it)';
}

/** Seeds of the two directions: each has its own sequence of losses. */
export function seedsOf(seed: number): Record<DownOrUp, number> {
  return { down: 2 * seed, up: 2 * seed + 1 };
}
