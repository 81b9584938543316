import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';

/** For tests: a direction without anything, plus what is given. */
export function sideWith(changes: Partial<LinkDirection>): LinkDirection {
  return {
    rateKbps: null,
    delayMs: 0,
    jitterMs: 0,
    lossFraction: 0,
    lossBurstPackets: 1,
    queue: null,
    ...changes,
  };
}

/** For tests: a profile with other values in both directions. */
export function changed(profile: NetworkProfile, changes: Partial<LinkDirection>): NetworkProfile {
  return {
    id: profile.id,
    down: { ...profile.down, ...changes },
    up: { ...profile.up, ...changes },
  };
}
