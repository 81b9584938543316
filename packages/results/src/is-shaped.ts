import type { NetworkProfile } from './network-profile.ts';

/** Whether a network limits, delays or loses anything. */
export function isShaped({ down, up }: NetworkProfile): boolean {
  return [down, up].some(
    ({ rateKbps, delayMs, jitterMs, lossFraction }) =>
      rateKbps !== null || delayMs > 0 || jitterMs > 0 || lossFraction > 0,
  );
}
