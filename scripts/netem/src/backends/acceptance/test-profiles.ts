import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import type { Link } from '../../backend.ts';
import { runStream, type StreamObservation } from '../../certify/run-measurement.ts';
import { steadyPhase } from '../../certify/steady-phase.ts';
import { PLAIN_DIRECTION } from '../plain-profile.ts';

/** For tests: an unshaped direction with changes. */
export function sideWith(changes: Partial<LinkDirection>): LinkDirection {
  return { ...PLAIN_DIRECTION, ...changes };
}

/** For tests: a profile with other values in both directions. */
export function changed(profile: NetworkProfile, changes: Partial<LinkDirection>): NetworkProfile {
  return {
    id: profile.id,
    down: { ...profile.down, ...changes },
    up: { ...profile.up, ...changes },
  };
}

/** For tests: sends numbered UDP packets in both directions of a fresh link, below its rate. */
export function sendSteadily(link: Link, packets: number): Promise<StreamObservation> {
  const { down, up } = steadyPhase(link.profile, 1);
  // Longer than a certificate's: on a busy machine a late packet is not a lost one.
  return runStream(link, { down: { ...down, packets }, up: { ...up, packets }, waitMs: 2_000 });
}
