import { isShaped } from '@holbench/results/is-shaped';
import type { Backend } from '../backend.ts';
import { startNamespacedLink } from '../topology/namespaced-link.ts';
import { ipBatch, linuxVersion } from '../topology/namespaces.ts';
import { SIDES } from '../topology/sides.ts';
import type { LinkLossControl } from '../topology/packet-counter.ts';
import { PLAIN_PROFILE } from './plain-profile.ts';
import { whyNoLink } from './why-no-link.ts';

/** A cable loses nothing; what is missing at its end is nobody's. */
const NO_LOSSES: LinkLossControl = {
  begin: async () => false,
  arm: async () => false,
  count: async () => ({
    down: { randomLosses: 0, queueDrops: 0 },
    up: { randomLosses: 0, queueDrops: 0 },
  }),
};

/** The two sides joined by a cable, without any emulator. */
export const noneBackend: Backend = {
  id: 'none',
  whyUnavailable: () => whyNoLink(noneBackend, PLAIN_PROFILE),
  whyUnsupported: (profile) =>
    isShaped(profile) ? 'it is a plain cable: no rate, delay or loss' : null,
  // It loses nothing, in every round.
  seedsLosses: async () => true,
  version: linuxVersion,
  start: (options) =>
    startNamespacedLink('none', options, async ({ client, server }) => {
      await ipBatch([
        `netns add ${client}`,
        `netns add ${server}`,
        `link add veth0 address ${SIDES.client.mac} netns ${client} type veth ` +
          `peer name veth0 address ${SIDES.server.mac} netns ${server}`,
      ]);
      return {
        client: { namespace: client, device: 'veth0', nextHopMac: SIDES.server.mac },
        server: { namespace: server, device: 'veth0', nextHopMac: SIDES.client.mac },
        emulator: null,
        losses: NO_LOSSES,
      };
    }),
};
