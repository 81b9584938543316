import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { formatAsGiven, formatRate } from './format.ts';
import { rateOf } from '@holbench/results/rate-of';

/** What a network is in a few words: `20 Mbit/s down, 10 Mbit/s up, round trip 100 ms, 0.5 % loss`. */
export function linkText({ down, up }: NetworkProfile): string {
  const rates =
    rateOf(down) === null && rateOf(up) === null ? 'no rate limit' : same([down, up], rateText);
  const rttMs = down.delayMs + up.delayMs;
  const losses = same([down, up], ({ lossFraction }) => `${formatAsGiven(100 * lossFraction)} %`);
  const lossless = down.lossFraction === 0 && up.lossFraction === 0;
  return [
    rates,
    rttMs === 0 ? 'no delay' : `round trip ${formatAsGiven(rttMs)} ms`,
    lossless ? 'no loss' : `${losses} loss`,
  ].join(', ');
}

/** Of one direction: `20 Mbit/s`. */
export function rateText(link: LinkDirection): string {
  const rate = rateOf(link);
  if (rate === null) return 'no limit';
  return rate.isConstant
    ? formatRate(rate.meanKbps)
    : `${formatRate(rate.meanKbps)} in the mean, by a trace`;
}

/** One word for both directions, or both of them, down first. */
function same(
  [down, up]: readonly [LinkDirection, LinkDirection],
  text: (of: LinkDirection) => string,
) {
  return text(down) === text(up) ? text(down) : `${text(down)} down, ${text(up)} up`;
}
