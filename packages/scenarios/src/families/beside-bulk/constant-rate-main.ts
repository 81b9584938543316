import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { TCP_PACKET } from '../../full-packets.ts';
import { BIN_MS, sum, untilStable } from './ramp.ts';
import type { Ramp } from './specs.ts';
import type { RampSpec } from './timing.ts';

/** The only argument of this program, as JSON: the address of its socket. */
export interface ConstantRateProgram {
  readonly address: string;
}

/** A message to this program; each has one answer. */
export type ConstantRateMessage =
  /** Answered by the port at which packets are counted from now on. */
  | { readonly do: 'open' }
  | { readonly do: 'send'; readonly to: string; readonly port: number; readonly mbps: number }
  /** Answered when the first packet has arrived. */
  | { readonly do: 'arrive' }
  /** Answered by a `Ramp`: when the goodput of what arrives is stable, or the time for it is over. */
  | { readonly do: 'ramp'; readonly spec: RampSpec }
  /** Answered by the payload bytes so far. */
  | { readonly do: 'count' }
  /** Answered by the packets of each bin, and nothing more is sent. */
  | { readonly do: 'end' };

/** Packets that arrived, each counted as the payload of a full TCP segment. */
export interface Received {
  /** When the first arrived: `timeOrigin + now()`. */
  readonly beganAtMs: number;
  readonly binMs: number;
  readonly binBytes: readonly number[];
}

/** An IP packet of 1500 bytes, without the headers of IP and UDP. */
const DATAGRAM = Buffer.alloc(1_472);
const TICK_MS = 1;

const { address }: ConstantRateProgram = JSON.parse(process.argv[2] ?? '');
const bins: number[] = [];
const firstPacket = Promise.withResolvers<void>();
let beganAtMs: number | null = null;
let timer: NodeJS.Timeout | undefined;
const socket = createSocket('udp4');

// Nothing else ends it with a bench that was killed.
process.once('disconnect', () => process.exit());
process.on('message', (message: ConstantRateMessage) => {
  void answer(message).then((value) => process.send?.(value));
});

async function answer(message: ConstantRateMessage): Promise<number | Ramp | Received> {
  switch (message.do) {
    case 'open':
      return open();
    case 'send':
      return send(message);
    case 'arrive':
      await firstPacket.promise;
      return 0;
    case 'ramp':
      return untilStable(message.spec, { beganAtMs: began(), bins, hasEnded: () => false });
    case 'count':
      return sum(bins);
    case 'end':
      return end();
  }
}

async function open(): Promise<number> {
  socket.on('message', count).bind(0, address);
  await once(socket, 'listening');
  return socket.address().port;
}

function count(): void {
  const atMs = performance.now();
  beganAtMs ??= atMs;
  firstPacket.resolve();
  const bin = Math.floor((atMs - beganAtMs) / BIN_MS);
  bins[bin] = (bins[bin] ?? 0) + TCP_PACKET.payloadBytes;
}

/** As many packets as are due, every millisecond: bursts of one or two at 20 Mbit/s. */
function send({ to, port, mbps }: Extract<ConstantRateMessage, { do: 'send' }>): number {
  const perMs = (mbps * 1_000) / (8 * TCP_PACKET.payloadBytes);
  const startedAtMs = performance.now();
  let sent = 0;
  timer = setInterval(() => {
    const due = Math.floor((performance.now() - startedAtMs) * perMs);
    for (; sent < due; sent += 1) socket.send(DATAGRAM, port, to);
  }, TICK_MS);
  return 0;
}

/** Its socket stays open: a closed port would answer the packets that are still under way. */
function end(): Received {
  clearInterval(timer);
  const endedAtMs = performance.now();
  const since = beganAtMs ?? endedAtMs;
  return {
    beganAtMs: performance.timeOrigin + since,
    binMs: BIN_MS,
    binBytes: Array.from(
      { length: Math.ceil((endedAtMs - since) / BIN_MS) },
      (_, bin) => bins[bin] ?? 0,
    ),
  };
}

function began(): number {
  if (beganAtMs === null) throw new Error('no packet has arrived');
  return beganAtMs;
}
