import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';

const FREE: LinkDirection = {
  rateKbps: null,
  delayMs: 0,
  jitterMs: 0,
  lossFraction: 0,
  lossBurstPackets: 1,
  queue: null,
};

/** No rate, no delay, no loss: what every backend can do, for trying whether it works at all. */
export const PLAIN_PROFILE: NetworkProfile = { id: 'plain', down: FREE, up: FREE };
