import { ENOUGH_ROUNDS } from '../model/enough-rounds.ts';
import { plural } from '../model/format.ts';
import type { RatioCell } from './ratio-map-data.ts';

/** Two digits after the point, or two that count. */
export function ratioText(ratio: number): string {
  if (ratio >= 10) return ratio.toFixed(0);
  return ratio < 0.1 ? String(Number(ratio.toPrecision(2))) : ratio.toFixed(2);
}

export function intervalText({ interval }: RatioCell): string {
  return interval === null ? '' : `${ratioText(interval.low)} – ${ratioText(interval.high)}`;
}

/** Why it may show nothing, whatever its interval. */
export function fewText({ rounds }: RatioCell): string {
  return rounds < ENOUGH_ROUNDS ? `only ${plural(rounds, 'round')}` : '';
}
