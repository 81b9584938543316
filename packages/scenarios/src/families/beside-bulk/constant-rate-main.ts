import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { TCP_PACKET } from '../../full-packets.ts';

/** The only argument of this program, as JSON: the address of its socket. */
export interface ConstantRateProgram {
  readonly address: string;
}

/** A message to this program; each has one answer. */
export type ConstantRateMessage =
  /** Answered by the port at which packets are counted from now on. */
  | { readonly do: 'receive' }
  | { readonly do: 'send'; readonly to: string; readonly port: number; readonly mbps: number }
  /** Answered by the payload bytes so far. */
  | { readonly do: 'count' }
  /** Answered by the packets of each bin, and nothing more is sent. */
  | { readonly do: 'end' };

/** Packets that arrived, each counted as the payload of a full TCP segment. */
export interface Received {
  /** `timeOrigin + now()`. */
  readonly beganAtMs: number;
  readonly binMs: number;
  readonly binBytes: readonly number[];
}

/** An IP packet of 1500 bytes, without the headers of IP and UDP. */
const DATAGRAM = Buffer.alloc(1_472);
const BIN_MS = 100;
const TICK_MS = 1;

const { address }: ConstantRateProgram = JSON.parse(process.argv[2] ?? '');
const bins: number[] = [];
let beganAtMs = 0;
let socket: Socket | null = null;
let timer: NodeJS.Timeout | undefined;

// Nothing else ends it with a bench that was killed.
process.once('disconnect', () => process.exit());
process.on('message', (message: ConstantRateMessage) => {
  void answer(message).then((value) => process.send?.(value));
});

async function answer(message: ConstantRateMessage): Promise<number | Received> {
  switch (message.do) {
    case 'receive':
      return receive();
    case 'send':
      return send(message);
    case 'count':
      return bins.reduce((sum, bytes) => sum + bytes, 0);
    case 'end':
      return end();
  }
}

async function receive(): Promise<number> {
  const own = await open();
  beganAtMs = performance.now();
  own.on('message', () => {
    const bin = Math.floor((performance.now() - beganAtMs) / BIN_MS);
    bins[bin] = (bins[bin] ?? 0) + TCP_PACKET.payloadBytes;
  });
  return own.address().port;
}

/** As many packets as are due, every millisecond: bursts of one or two at 20 Mbit/s. */
async function send(message: Extract<ConstantRateMessage, { do: 'send' }>): Promise<number> {
  const { to, port, mbps } = message;
  const own = await open();
  const perMs = (mbps * 1_000) / (8 * TCP_PACKET.payloadBytes);
  const startedAtMs = performance.now();
  let sent = 0;
  timer = setInterval(() => {
    const due = Math.floor((performance.now() - startedAtMs) * perMs);
    for (; sent < due; sent += 1) own.send(DATAGRAM, port, to);
  }, TICK_MS);
  return 0;
}

async function end(): Promise<Received> {
  clearInterval(timer);
  socket?.close();
  const count = Math.ceil((performance.now() - beganAtMs) / BIN_MS);
  return {
    beganAtMs: performance.timeOrigin + beganAtMs,
    binMs: BIN_MS,
    binBytes: Array.from({ length: count }, (_, bin) => bins[bin] ?? 0),
  };
}

async function open(): Promise<Socket> {
  socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  return socket;
}
