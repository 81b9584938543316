import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import { MTU_BYTES, SIDES } from '../../topology/sides.ts';

const ADDRESSES = [SIDES.client.address, SIDES.server.address];

/** A command line, and what it reads from its standard input. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly stdin?: string;
}

/** What a link changes on the machine itself, as it was before. */
export interface Before {
  /** MTU of lo0, in bytes; 16384 on every macOS. */
  readonly mtu: number;
  /** Reference by which `pfctl -E` keeps pf enabled; null before it was asked. */
  readonly pfToken: string | null;
}

/**
 * Below "com.apple/": the one wildcard that /etc/pf.conf of macOS references, also with a
 * `dummynet-anchor`. So the main ruleset stays as it is, and nothing has to be put back.
 */
const ANCHOR = 'com.apple/holbench';

/** Pipe numbers are shared by the whole machine. These are unlikely to be taken. */
const PIPES = { down: 10771, up: 10772 } as const;

/**
 * First of macOS's ephemeral ports (net.inet.ip.portrange.first). Who reaches the server without
 * having bound the client's address, such as a browser, gets the server's own as its source: on lo0
 * the route's address is the destination's. Only ports tell directions apart then, and servers have
 * to listen below this one.
 */
const FIRST_EPHEMERAL_PORT = 49152;

const LAST_PORT = 65535;

/** @returns what brings a link up, in this order, after which pf is enabled by `ENABLE_PF`. */
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

/** Prints "Token : N" on its standard error. */
export const ENABLE_PF: Command = { command: 'pfctl', args: ['-E'] };

/** @returns what puts everything back; each is to be run whether or not those before it succeeded. */
export function tearDownCommands({ mtu, pfToken }: Before): Command[] {
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
 * One direction in dnctl's words. Inside, dummynet has the lab's own order: loss, queue, rate, delay
 * (`dummynet_io` in bsd/netinet/ip_dummynet.c). `plr` is a fraction.
 */
function pipeOptions({ rateKbps, delayMs, lossFraction, queue }: LinkDirection): string[] {
  const options: (string | number)[] = ['delay', delayMs];
  if (rateKbps !== null) options.push('bw', `${Math.round(rateKbps * 1000)}bit/s`);
  if (lossFraction > 0) options.push('plr', lossFraction);
  if (queue?.kind === 'droptail-packets') options.push('queue', Math.round(queue.limitPackets));
  // dnctl(8) knows slots and KBytes.
  if (queue?.kind === 'droptail') {
    options.push('queue', `${Math.max(1, Math.round(queue.limitBytes / 1024))}Kbytes`);
  }
  // Else a sender hears of each loss by ENOBUFS, which no network would tell it.
  return [...options, 'noerror'].map(String);
}

/** TCP and UDP through the two pipes; what fits neither direction must fail, not go unshaped. */
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
