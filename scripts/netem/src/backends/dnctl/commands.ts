import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { MTU_BYTES, SIDES } from '../../topology/sides.ts';
import { rateOf } from '@holbench/results/rate-of';

export const ADDRESSES = [SIDES.client.address, SIDES.server.address];

/** A command line, and what it reads from its standard input. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly stdin?: string;
}

/**
 * Below "com.apple/", the wildcard that /etc/pf.conf of macOS references, also with a
 * `dummynet-anchor`: the main ruleset stays as it is.
 */
const ANCHOR = 'com.apple/holbench';

/** Pipe numbers are global on the machine: a link is refused when these are in use. */
export const PIPES = { down: 10771, up: 10772 } as const;

/**
 * First of macOS's ephemeral ports (net.inet.ip.portrange.first). On lo0 a client that has not
 * bound an address, such as a browser, gets the destination's address as its source. Then only
 * ports distinguish the directions, so servers must listen below this one.
 */
const FIRST_EPHEMERAL_PORT = 49152;
const LAST_PORT = 65535;

/** Commands that make a link, in this order; afterwards `ENABLE_PF` enables pf. */
export function setUpCommands({ down, up }: NetworkProfile): Command[] {
  return [
    { command: 'ifconfig', args: ['lo0', 'mtu', `${MTU_BYTES}`] },
    ...ADDRESSES.map((address) => ({
      command: 'ifconfig',
      args: ['lo0', 'alias', address, 'netmask', '255.255.255.255'],
    })),
    { command: 'dnctl', args: ['pipe', `${PIPES.down}`, 'config', ...pipeOptions(down)] },
    { command: 'dnctl', args: ['pipe', `${PIPES.up}`, 'config', ...pipeOptions(up)] },
    { command: 'pfctl', args: ['-q', '-a', ANCHOR, '-f', '-'], stdin: pfRules() },
  ];
}

/** Prints "Token : N", by which pf stays enabled; on standard error without the shell. */
export const ENABLE_PF: Command = { command: 'sh', args: ['-c', 'pfctl -E 2>&1'] };

/**
 * Commands that revert everything; each is run whether or not earlier ones succeeded.
 * @param before MTU of lo0 in bytes, and the token of `ENABLE_PF`; null before it was run.
 */
export function tearDownCommands({
  mtu,
  pfToken,
}: {
  readonly mtu: number;
  readonly pfToken: string | null;
}): Command[] {
  return [
    { command: 'pfctl', args: ['-q', '-a', ANCHOR, '-F', 'all'] },
    ...(pfToken === null ? [] : [{ command: 'pfctl', args: ['-X', pfToken] }]),
    { command: 'dnctl', args: ['pipe', 'delete', `${PIPES.down}`] },
    { command: 'dnctl', args: ['pipe', 'delete', `${PIPES.up}`] },
    ...ADDRESSES.map((address) => ({ command: 'ifconfig', args: ['lo0', '-alias', address] })),
    { command: 'ifconfig', args: ['lo0', 'mtu', `${mtu}`] },
  ];
}

/**
 * One direction as options of dnctl(8). dummynet has the order of the lab: loss, queue, rate, delay
 * (`dummynet_io` in bsd/netinet/ip_dummynet.c). `plr` is a fraction.
 */
function pipeOptions(direction: LinkDirection): string[] {
  const { delayMs, lossFraction, queue } = direction;
  const rate = rateOf(direction);
  const options: (string | number)[] = ['delay', delayMs];
  if (rate !== null) options.push('bw', `${Math.round(rate.meanKbps * 1000)}bit/s`);
  if (lossFraction > 0) options.push('plr', lossFraction);
  if (queue?.kind === 'droptail-packets') options.push('queue', Math.round(queue.limitPackets));
  // dnctl(8) knows slots and KBytes.
  if (queue?.kind === 'droptail') {
    options.push('queue', `${Math.max(1, Math.round(queue.limitBytes / 1024))}Kbytes`);
  }
  // Else each loss is an error of the sender's `send` (ENOBUFS), unlike in a real network.
  return [...options, 'noerror'].map(String);
}

/**
 * TCP and UDP between the two addresses go through the pipes. Packets between them that fit neither
 * direction are dropped, so that nothing of the lab passes unshaped; other traffic matches no rule.
 */
function pfRules(): string {
  const client = SIDES.client.address;
  const server = SIDES.server.address;
  const low = `${server} port 1:${FIRST_EPHEMERAL_PORT - 1}`;
  const high = `${server} port ${FIRST_EPHEMERAL_PORT}:${LAST_PORT}`;
  const each = 'quick on lo0 inet proto { tcp, udp }';
  return [
    `dummynet out ${each} from ${server} to ${client} pipe ${PIPES.down}`,
    `dummynet out ${each} from ${client} to ${server} pipe ${PIPES.up}`,
    `dummynet out ${each} from ${low} to ${high} pipe ${PIPES.down}`,
    `dummynet out ${each} from ${high} to ${low} pipe ${PIPES.up}`,
    `block drop out ${each} from ${high} to ${high}`,
    `block drop out ${each} from ${low} to ${low}`,
    '',
  ].join('\n');
}
