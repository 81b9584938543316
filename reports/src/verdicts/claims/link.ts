import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Measured } from './claim.ts';

/** By so much a link must carry more than a bound that shall show. */
export const ROOM = 1.25;

/** Configured round trip of an empty link, in ms. */
export function rttMs({ down, up }: NetworkProfile): number {
  return down.delayMs + up.delayMs;
}

export function isLossy({ down, up }: NetworkProfile): boolean {
  return down.lossFraction > 0 || up.lossFraction > 0;
}

/** Whether a link carries more than a bound on goodput; one that does not is the bound itself. */
export function hasRoom({ rateKbps }: NetworkProfile['down'], boundMbps: number): boolean {
  return (rateKbps ?? Infinity) > ROOM * boundMbps * 1_000;
}

/** Networks of the run that differ from the one looked at in the named numbers alone, or in nothing. */
export function alikeBut(
  { data, network }: Measured,
  but: readonly (keyof NetworkProfile['down'])[],
): NetworkProfile[] {
  const left: ReadonlySet<string> = new Set(but);
  const rest = ({ down, up }: NetworkProfile) =>
    JSON.stringify([down, up], (key, value: unknown) => (left.has(key) ? undefined : value));
  return data.manifest.networks
    .map(({ profile }) => profile)
    .filter((profile) => rest(profile) === rest(network.profile));
}
