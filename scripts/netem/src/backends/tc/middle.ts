import type { Connection } from '../../topology/namespaced-link.ts';
import type { LinkNames } from '../../topology/link-name.ts';
import { ipBatch } from '../../topology/namespaces.ts';
import { runScript } from '../../topology/run-script.ts';
import { MTU_BYTES, SIDES } from '../../topology/sides.ts';

/** Locally administered (RFC 7042, section 2.1). Each side's own, and the middle's towards it. */
const MACS = {
  client: { own: '02:00:0a:4d:00:01', middle: '02:00:0a:4d:01:01' },
  server: { own: '02:00:0a:4d:00:02', middle: '02:00:0a:4d:01:02' },
} as const;

const ROLES = ['client', 'server'] as const;

/** The device of the middle namespace that leads to a side is called after that side. */
export const DEVICE_TOWARDS: Readonly<Record<(typeof ROLES)[number], string>> = {
  client: 'client',
  server: 'server',
};

/** Joins two sides by a namespace that routes between them, without shaping anything. */
export async function connectThroughMiddle(names: LinkNames): Promise<Connection> {
  await ipBatch([
    ...Object.values(names).map((name) => `netns add ${name}`),
    ...ROLES.map(
      (role) =>
        `link add veth0 address ${MACS[role].own} netns ${names[role]} type veth peer ` +
        `name ${DEVICE_TOWARDS[role]} address ${MACS[role].middle} netns ${names.link}`,
    ),
  ]);
  await runScript('ip', ['netns', 'exec', names.link, 'sh'], ROUTER);
  const side = (role: 'client' | 'server') => ({
    namespace: names[role],
    device: 'veth0',
    nextHopMac: MACS[role].middle,
  });
  return { client: side('client'), server: side('server'), emulator: null };
}

/**
 * Forwards between the two devices and sends nothing of its own: no ARP, no IPv6, no redirects. It
 * has no address, and no reverse path to check: which side a packet comes from is known.
 */
const ROUTER = `
  set -e
  for file in /proc/sys/net/ipv6/conf/*/disable_ipv6; do
    if [ -e "$file" ]; then echo 1 >"$file"; fi
  done
  cd /proc/sys/net/ipv4
  echo 1 >ip_forward
  for folder in conf/*; do
    echo 0 >"$folder/rp_filter"
    echo 0 >"$folder/send_redirects"
  done
  ip -batch - <<END
${ROLES.map((role) => {
  const device = DEVICE_TOWARDS[role];
  return `link set ${device} mtu ${MTU_BYTES} up
route add ${SIDES[role].address}/32 dev ${device}
neighbour replace ${SIDES[role].address} lladdr ${MACS[role].own} nud permanent dev ${device}`;
}).join('\n')}
END`;
