import { runTool } from '@holbench/process/run-tool';
import type { Backend } from '../backend.ts';
import { isShaped } from '@holbench/results/is-shaped';
import { startNamespacedLink } from '../topology/namespaced-link.ts';
import { ipBatch } from '../topology/namespaces.ts';
import { whyNoNamespaces } from '../topology/why-no-namespaces.ts';

/** Locally administered (RFC 7042, section 2.1). */
const MACS = { client: '02:00:0a:4d:00:01', server: '02:00:0a:4d:00:02' };

/** The two sides joined by a cable, without any emulator. */
export const noneBackend: Backend = {
  id: 'none',
  whyUnavailable: whyNoNamespaces,
  whyUnsupported: (profile) =>
    isShaped(profile) ? 'it is a plain cable: no rate, delay or loss' : null,
  async version() {
    const [kernel, iproute] = await Promise.all([
      runTool('uname', ['-r']),
      runTool('ip', ['-Version']),
    ]);
    return `kernel ${kernel.trim()}, ${/iproute2-[\w.]+/.exec(iproute)?.[0] ?? iproute.trim()}`;
  },
  start: (options) =>
    startNamespacedLink('none', options, async ({ client, server }) => {
      await ipBatch([
        `netns add ${client}`,
        `netns add ${server}`,
        `link add veth0 address ${MACS.client} netns ${client} type veth ` +
          `peer name veth0 address ${MACS.server} netns ${server}`,
      ]);
      return {
        client: { namespace: client, device: 'veth0', nextHopMac: MACS.server },
        server: { namespace: server, device: 'veth0', nextHopMac: MACS.client },
        emulator: null,
      };
    }),
};
