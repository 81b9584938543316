import type { NetworkProfile } from './network-profile.ts';
import { rateOf } from './rate-of.ts';

/** Whether a network limits, delays or loses anything. */
export function isShaped({ down, up }: NetworkProfile): boolean {
  return [down, up].some(
    (link) =>
      rateOf(link) !== null || link.delayMs > 0 || link.jitterMs > 0 || link.lossFraction > 0,
  );
}
