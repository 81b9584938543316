import type { NetworkSide } from '@holbench/process/network-side';
import { UserError } from '@holbench/process/user-error';
import type { TcpSettings } from '../backend.ts';
import { configureSide } from './configure-side.ts';
import { ipBatch, type LinkNames } from './namespaces.ts';
import { runTool } from '@holbench/process/run-tool';
import { DEVICE, SIDES, USERS } from './sides.ts';

/**
 * Joins the nth machine more to the client's side of a link, which routes its packets: `Link.addClient`.
 * The server's route to it has the settings of TCP that the one to the client's side has.
 * @param n from 1.
 */
export async function joinClient(
  n: number,
  { user, client, server }: Pick<LinkNames, 'client' | 'server'> & { readonly user: string },
  tcp: TcpSettings,
): Promise<NetworkSide> {
  if (n > USERS.most) throw new UserError(`a link has ${USERS.most} clients at most`);
  const device = `${USERS.device}${n}`;
  const address = USERS.address(n);
  const mac = (end: number): string => `02:00:0a:4d:0${end}:${n.toString(16).padStart(2, '0')}`;
  const [toServer, toUser] = [mac(1), mac(2)];
  await ipBatch([
    `netns add ${user}`,
    `link add ${device} address ${toServer} netns ${client} type veth peer name veth0 address ${toUser} netns ${user}`,
  ]);
  const { side } = await configureSide(
    'client',
    {
      namespace: user,
      device: 'veth0',
      nextHopMac: toServer,
      as: { name: `client ${n}`, address },
    },
    tcp,
  );
  const { congestionControl, initialWindowSegments } = tcp;
  await inNamespace(
    client,
    `ip -batch - <<END
link set ${device} gso_max_segs 1 up
route replace ${address}/32 dev ${device}
neighbour replace ${address} lladdr ${toUser} nud permanent dev ${device}
END
    echo 1 >/proc/sys/net/ipv4/ip_forward`,
  );
  await inNamespace(
    server,
    `ip route replace ${USERS.network} via ${SIDES.client.address} dev ${DEVICE} \
      src ${SIDES.server.address} congctl ${congestionControl} initcwnd ${initialWindowSegments}`,
  );
  return side;
}

async function inNamespace(namespace: string, script: string): Promise<void> {
  await runTool('ip', ['netns', 'exec', namespace, 'sh', '-e', '-c', script]);
}
