import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { TCP_PACKET } from '../../full-packets.ts';
import { type Moved, MovedBytes } from './moved-bytes.ts';

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
  /** Answered by what arrived, and nothing more is sent. */
  | { readonly do: 'end' };

/** An IP packet of 1500 bytes, without the headers of IP and UDP. */
const DATAGRAM = Buffer.alloc(1_472);
const TICK_MS = 1;

const { address }: ConstantRateProgram = JSON.parse(process.argv[2] ?? '');
/** Each packet that arrived, counted as the payload of a full TCP segment. */
const moved = new MovedBytes();
let timer: NodeJS.Timeout | undefined;
const socket = createSocket('udp4');

// Nothing else ends it with a bench that was killed.
process.once('disconnect', () => process.exit());
process.on('message', (message: ConstantRateMessage) => {
  void answer(message).then((value) => process.send?.(value));
});

async function answer(message: ConstantRateMessage): Promise<number | Moved> {
  switch (message.do) {
    case 'open':
      return open();
    case 'send':
      return send(message);
    case 'arrive':
      await moved.begun;
      return 0;
    case 'end':
      return end();
  }
}

async function open(): Promise<number> {
  socket.on('message', () => moved.add(TCP_PACKET.payloadBytes)).bind(0, address);
  await once(socket, 'listening');
  return socket.address().port;
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
function end(): Moved {
  clearInterval(timer);
  return moved.moved();
}
