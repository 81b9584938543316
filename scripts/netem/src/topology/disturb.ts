import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { runTool } from '@holbench/process/run-tool';
import type { Link } from '../backend.ts';

type Sides = Pick<Link, 'client' | 'server'>;

/** Name of the table, of which a namespace has one at most. */
const TABLE = 'holbench';
/** Before anything else that looks at packets. */
const FIRST = -300;
/** Above the ephemeral ports. */
const NEW_PORTS = 61_000;

/**
 * Drops what arrives on either side of connections to a port. Devices have counted it then, so that the accounts of a link
 * hold; beacons use other ports.
 * @returns lets packets arrive again.
 */
export async function dropArrivals(
  { client, server }: Sides,
  port: number,
  protocols: 'tcp, udp' | 'udp',
): Promise<() => Promise<void>> {
  const rule = (end: 'sport' | 'dport') =>
    `chain arrivals { type filter hook prerouting priority ${FIRST}; meta l4proto { ${protocols} } th ${end} ${port} drop; }`;
  await Promise.all([nft(client, rule('sport')), nft(server, rule('dport'))]);
  return async () => {
    await Promise.all([client, server].map(clear));
  };
}

/**
 * Gives every connection of the client's to a port of the server another port of its own, as the server sees it. What is sent
 * to the old ones is dropped.
 * @returns undoes it.
 */
export async function changePorts(
  { client, server }: Sides,
  port: number,
): Promise<() => Promise<void>> {
  const ports = await portsTo(client, server.address, port);
  if (ports.length === 0) throw new Error(`the client has no connection to port ${port}`);
  const pairs = ports.map((old, index) => [old, NEW_PORTS + index] as const);
  const map = (name: string, all: readonly (readonly [number, number])[]) =>
    `map ${name} { type inet_service : inet_service; elements = { ${all.map(([from, to]) => `${from} : ${to}`).join(', ')} } }`;
  const change = (end: 'sport' | 'dport', of: 'daddr' | 'saddr', other: string, name: string) =>
    ['tcp', 'udp']
      .map(
        (way) =>
          `ip ${of} ${server.address} ${way} ${other} ${port} ${way} ${end} set ${way} ${end} map @${name};`,
      )
      .join(' ');
  await nft(
    client,
    [
      map('leaving', pairs),
      map(
        'arriving',
        pairs.map(([from, to]) => [to, from] as const),
      ),
      `chain leaving { type filter hook postrouting priority ${FIRST}; ${change('sport', 'daddr', 'dport', 'leaving')} }`,
      `chain arriving { type filter hook prerouting priority ${FIRST}; ip saddr ${server.address} th sport ${port} th dport { ${ports.join(', ')} } drop; ${change('dport', 'saddr', 'sport', 'arriving')} }`,
    ].join('\n'),
  );
  return () => clear(client);
}

/** Own ports of connections to a port of the other side, over TCP and QUIC. */
export async function portsTo(side: NetworkSide, address: string, port: number): Promise<number[]> {
  const { command, args } = commandIn(side, 'ss', ['-Htun', 'dst', `${address}:${port}`]);
  const own = (await runTool(command, args)).matchAll(/:(\d+)\s+[\d.]+:\d+/g);
  return [...new Set([...own].map(([, number]) => Number(number)))];
}

function nft(side: NetworkSide, content: string): Promise<string> {
  return runIn(side, `table ip ${TABLE} {\n${content}\n}`);
}

async function clear(side: NetworkSide): Promise<void> {
  await runIn(side, `delete table ip ${TABLE}`);
}

/** @throws UserError where nft is not installed. */
function runIn(side: NetworkSide, input: string): Promise<string> {
  const { command, args } = commandIn(side, 'nft', ['-f', '-']);
  return runTool(command, args, { input });
}
