import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Address, udpSocket } from '@holbench/harness/address';

/** A datagram: the session's id, its own number, and, in the answer, how many the helper had received by then. */
const ID_BYTES = 16;
const NUMBER_AT = ID_BYTES;
const COUNT_AT = NUMBER_AT + 4;
/** As big as the answer, so that nobody gains by a forged address. */
const DATAGRAM_BYTES = 64;
/** Of a series: more than a full reading has. */
const MOST_DATAGRAMS = 1_000;
/** After the last was sent. */
const WAIT_MS = 1_000;

export const newEchoId = (): Buffer => randomBytes(ID_BYTES);

/** Sends the datagrams of one bench back; others get no answer. */
export class EchoServer implements AsyncDisposable {
  readonly #socket: Socket;
  #id: Buffer | null = null;
  #received = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (datagram, { address, port }) => {
      if (datagram.length !== DATAGRAM_BYTES || this.#id === null) return;
      if (!timingSafeEqual(datagram.subarray(0, ID_BYTES), this.#id)) return;
      this.#received += 1;
      // Who saw the id on the way has no reflector for long.
      if (this.#received > MOST_DATAGRAMS) return;
      datagram.writeUInt32BE(this.#received, COUNT_AT);
      socket.send(datagram, port, address, () => {});
    });
    // A port that is unreachable; the next datagram may be of another client.
    socket.on('error', () => {});
  }

  static async start({ host, port }: Address): Promise<EchoServer> {
    const socket = udpSocket(host);
    socket.bind(port, host);
    await once(socket, 'listening');
    return new EchoServer(socket);
  }

  /** @param id of a new series of datagrams; null: none. */
  expect(id: Buffer | null): void {
    this.#id = id;
    this.#received = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }
}

/** What came back, of one series. */
export interface Echoes {
  readonly rttUs: readonly number[];
  readonly sent: number;
  /** By the helper. */
  readonly arrived: number;
}

/** Sends so many datagrams, one each `gapMs`. */
export async function countEchoes(
  { host, port }: Address,
  id: Buffer,
  { count, gapMs }: { readonly count: number; readonly gapMs: number },
): Promise<Echoes> {
  const socket = udpSocket(host);
  // Of a port that is unreachable: none comes back.
  socket.on('error', () => {});
  try {
    socket.connect(port, host);
    await once(socket, 'connect');
    const sentAt: number[] = [];
    const rttUs = new Map<number, number>();
    let arrived = 0;
    socket.on('message', (datagram) => {
      const now = performance.now();
      if (datagram.length !== DATAGRAM_BYTES || !datagram.subarray(0, ID_BYTES).equals(id)) return;
      const number = datagram.readUInt32BE(NUMBER_AT);
      arrived = Math.max(arrived, datagram.readUInt32BE(COUNT_AT));
      if (!rttUs.has(number)) rttUs.set(number, (now - (sentAt[number] ?? now)) * 1_000);
    });
    for (let number = 0; number < count; number++) {
      const datagram = Buffer.alloc(DATAGRAM_BYTES);
      id.copy(datagram);
      datagram.writeUInt32BE(number, NUMBER_AT);
      sentAt.push(performance.now());
      socket.send(datagram);
      await delay(gapMs);
    }
    await delay(rttUs.size === count ? 0 : WAIT_MS);
    return { rttUs: [...rttUs.values()], sent: count, arrived: Math.max(arrived, rttUs.size) };
  } finally {
    socket.close();
  }
}
