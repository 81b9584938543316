import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { SeededRandom } from '@holbench/stats/seeded-random';

const HOST = '127.0.0.1';
/** A server that neither answers nor closes is left after this time, in ms. */
const CONNECT_MS = 3_000;
const LONGEST_STAY_MS = 150;

/** A connection of a client that does not care what becomes of it. */
export class HostileSocket {
  readonly #tcp: Socket;
  readonly #top: Socket;

  private constructor(tcp: Socket, top: Socket) {
    this.#tcp = tcp;
    this.#top = top;
  }

  /** @param alpn null: without TLS. */
  static async open(port: number, alpn: string | null): Promise<HostileSocket> {
    const tcp = connectTcp({ host: HOST, port });
    const options = { socket: tcp, rejectUnauthorized: false, servername: 'lab' } as const;
    const top = alpn === null ? tcp : connectTls({ ...options, ALPNProtocols: [alpn] });
    for (const socket of new Set([tcp, top])) socket.on('error', () => {});
    const signal = AbortSignal.timeout(CONNECT_MS);
    const ready = once(top, alpn === null ? 'connect' : 'secureConnect', { signal });
    await Promise.race([ready, once(top, 'close', { signal })]).catch(() => {});
    return new HostileSocket(tcp, top);
  }

  get isOpen(): boolean {
    return !this.#top.destroyed && !this.#top.connecting;
  }

  /** Writes in one piece, or in many with pauses between them. */
  async send(bytes: Buffer, random: SeededRandom): Promise<void> {
    const pieces = random.below(3) === 0 ? 1 + random.below(12) : 1;
    const length = Math.ceil(bytes.length / pieces) || 1;
    for (let at = 0; at < bytes.length && !this.#top.destroyed; at += length) {
      this.#top.write(bytes.subarray(at, at + length));
      if (pieces > 1) await delay(random.below(10));
    }
  }

  /** The first bytes of an answer, or nothing where the server closes instead. */
  async answer(): Promise<Buffer> {
    const signal = AbortSignal.timeout(CONNECT_MS);
    const data = once(this.#top, 'data', { signal }).then(([bytes]) => Buffer.from(bytes));
    const closed = once(this.#top, 'close', { signal }).then(() => Buffer.alloc(0));
    return Promise.race([data, closed]).catch(() => Buffer.alloc(0));
  }

  /** Reads on for a while, or not; then leaves politely, suddenly, or by a reset. */
  async leave(random: SeededRandom): Promise<void> {
    if (random.below(2) === 0) this.#top.resume();
    if (!this.#top.destroyed) await delay(random.below(LONGEST_STAY_MS));
    const way = random.below(3);
    if (way === 0) {
      this.#top.end();
      await delay(random.below(20));
    } else if (way === 1) this.#tcp.resetAndDestroy();
    this.#top.destroy();
    this.#tcp.destroy();
  }
}
