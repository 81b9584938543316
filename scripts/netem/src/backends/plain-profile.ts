import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';

/** No rate, no delay, no loss. */
export const PLAIN_DIRECTION: LinkDirection = {
  rateKbps: null,
  delayMs: 0,
  jitterMs: 0,
  lossFraction: 0,
  lossBurstPackets: 1,
  queue: null,
};

/** A profile that every backend can make, for trying backends. */
export const PLAIN_PROFILE: NetworkProfile = {
  id: 'plain',
  down: PLAIN_DIRECTION,
  up: PLAIN_DIRECTION,
};
