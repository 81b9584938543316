import type { Connection } from '../../topology/namespaced-link.ts';
import { runTool } from '@holbench/process/run-tool';
import { ipBatch, type LinkNames, WITHOUT_IPV6 } from '../../topology/namespaces.ts';
import { MTU_BYTES, SIDES } from '../../topology/sides.ts';

/** The middle's devices towards each side. Like those of the sides, locally administered. */
const MIDDLE_MACS = { client: '02:00:0a:4d:01:01', server: '02:00:0a:4d:01:02' } as const;

const ROLES = ['client', 'server'] as const;

/**
 * Devices by which packets leave the middle namespace on their way down and up, in this order. `client` and
 * `server` lead to these sides. `downward` and `upward` are the two ends of a cable inside the
 * namespace, which gives each direction a second place for its qdiscs.
 */
export const DEVICES = {
  down: { bottleneck: 'downward', delay: 'client' },
  up: { bottleneck: 'upward', delay: 'server' },
} as const;
export type Devices = Readonly<Record<keyof (typeof DEVICES)['down'], string>>;
const CABLE_MACS = { downward: '02:00:0a:4d:02:01', upward: '02:00:0a:4d:02:02' } as const;

/** Joins two sides by a namespace that routes between them, without shaping anything. */
export async function connectThroughMiddle(
  names: LinkNames,
): Promise<Pick<Connection, 'client' | 'server'>> {
  await ipBatch([
    ...Object.values(names).map((name) => `netns add ${name}`),
    ...ROLES.map(
      (role) =>
        `link add veth0 address ${SIDES[role].mac} netns ${names[role]} type veth peer ` +
        `name ${role} address ${MIDDLE_MACS[role]} netns ${names.link}`,
    ),
    `link add downward address ${CABLE_MACS.downward} netns ${names.link} type veth ` +
      `peer name upward address ${CABLE_MACS.upward} netns ${names.link}`,
  ]);
  await runTool('ip', ['netns', 'exec', names.link, 'sh'], { input: ROUTER });
  const side = (role: 'client' | 'server') => ({
    namespace: names[role],
    device: 'veth0',
    nextHopMac: MIDDLE_MACS[role],
  });
  return { client: side('client'), server: side('server') };
}

/**
 * Forwards from each side into the cable, and from the cable to the other side. It sends nothing
 * itself: no ARP, no IPv6, no redirects. It has no address and no reverse path filter: the device
 * tells the side of a packet.
 */
const ROUTER = `
  set -e
  ${WITHOUT_IPV6}
  cd /proc/sys/net/ipv4
  echo 1 >ip_forward
  for folder in conf/*; do
    echo 0 >"$folder/rp_filter"
    echo 0 >"$folder/send_redirects"
  done
  ip -batch - <<END
${['downward', 'upward'].map((device) => `link set ${device} mtu ${MTU_BYTES} up`).join('\n')}
${ROLES.map(
  (role) => `link set ${role} mtu ${MTU_BYTES} up
route add ${SIDES[role].address}/32 dev ${role}
neighbour replace ${SIDES[role].address} lladdr ${SIDES[role].mac} nud permanent dev ${role}`,
).join('\n')}
rule add iif server lookup 1
route add ${SIDES.client.address}/32 dev downward table 1
neighbour replace ${SIDES.client.address} lladdr ${CABLE_MACS.upward} nud permanent dev downward
rule add iif client lookup 2
route add ${SIDES.server.address}/32 dev upward table 2
neighbour replace ${SIDES.server.address} lladdr ${CABLE_MACS.downward} nud permanent dev upward
END`;
