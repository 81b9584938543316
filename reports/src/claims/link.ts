import type { NetworkProfile } from '@holbench/results/network-profile';

/** Configured round trip of an empty link, in ms. */
export function rttMs({ down, up }: NetworkProfile): number {
  return down.delayMs + up.delayMs;
}

export function isLossy({ down, up }: NetworkProfile): boolean {
  return down.lossFraction > 0 || up.lossFraction > 0;
}

/** Whether two networks are alike but for the named numbers of their directions. */
export function alikeBut(
  a: NetworkProfile,
  b: NetworkProfile,
  but: readonly (keyof NetworkProfile['down'])[],
): boolean {
  const rest = ({ down, up }: NetworkProfile) =>
    JSON.stringify([down, up], (key, value: unknown) =>
      (but as readonly string[]).includes(key) ? undefined : value,
    );
  return rest(a) === rest(b);
}
