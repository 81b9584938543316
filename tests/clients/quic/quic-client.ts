import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { Field } from './http3-frames.ts';
import type { QuicProgram } from './quic-program.ts';

/** A server that neither answers nor closes is left after this time, in ms. */
const CONNECT_MS = 3_000;

const bytes = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64')),
);
/** What `client.py` says of a connection. */
const Event = v.variant('event', [
  v.strictObject({ event: v.literal('ready') }),
  v.strictObject({ event: v.literal('closed'), code: v.number(), reason: v.string() }),
  v.strictObject({
    event: v.literal('head'),
    stream: v.number(),
    headers: v.record(v.string(), v.string()),
  }),
  v.strictObject({ event: v.literal('data'), stream: v.number(), bytes, end: v.boolean() }),
  v.strictObject({ event: v.literal('reset'), stream: v.number() }),
  v.strictObject({ event: v.literal('refused'), reason: v.string() }),
]);
type Event = v.InferOutput<typeof Event>;
export type StreamEvent = Extract<Event, { stream: number }>;

/** What `client.py` does on a connection. Bytes are Base64. */
type Order =
  | { do: 'request'; stream: number; headers: readonly Field[]; bytes: string }
  | { do: 'send'; stream: number; bytes: string; end: boolean }
  /** Whether what is read of this stream makes room for more. */
  | { do: 'hold' | 'read'; stream: number }
  | { do: 'reset' | 'stop'; stream: number; code: number }
  | { do: 'forge'; type: number; bytes: string }
  | { do: 'ping'; count: number }
  | { do: 'new keys' | 'new id' | 'new port' }
  | { do: 'leave'; code: number | null };

/** What happens to a datagram on its way to the server. */
export type Fate = 'kept' | 'lost' | 'changed' | 'cut' | 'repeated';

export interface QuicOptions {
  readonly alpn: readonly string[];
  /** The program speaks HTTP/3 there itself, for `request`. */
  readonly http: boolean;
  /** What the client says that it waits for: the server may keep its connection as long. */
  readonly idleMs: number;
  readonly maxData: number;
  readonly maxStreamData: number;
  /** Whether what was read makes room for more. */
  readonly windowsGrow: boolean;
  /** Of its datagrams, in turns. */
  readonly fates: readonly Fate[];
}

export const QUIC_OPTIONS: QuicOptions = {
  alpn: ['h3'],
  http: false,
  // quic-go (of Caddy) makes 5 s of it, QUICHE (of Envoy) adds 3 s.
  idleMs: 3_000,
  maxData: 1_048_576,
  maxStreamData: 65_536,
  windowsGrow: true,
  fates: ['kept'],
};

/** A connection over QUIC of a client that does not care what becomes of it. */
export class QuicClient {
  readonly #socket: Socket;
  readonly #events = new EventEmitter<{
    [name: `stream ${number}`]: [StreamEvent];
    ready: [];
    closed: [];
  }>();
  #streams = { bidirectional: 0, unidirectional: 0 };
  #isReady = false;
  /** Why it is over; null while it is not. */
  #over: string | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#events.setMaxListeners(0);
    socket.on('error', () => {});
    const lines = createInterface({ input: socket });
    lines.on('line', (line) => {
      this.#receive(v.parse(v.pipe(v.string(), v.parseJson(), Event), line));
    });
    // It repeats those of the socket.
    lines.on('error', () => {});
    // Of the program.
    lines.once('close', () => this.#end('the program closed it'));
  }

  /** Begins a handshake, and does not wait for its end. */
  static begin(program: QuicProgram, port: number, options: Partial<QuicOptions> = {}): QuicClient {
    const client = new QuicClient(program.connect());
    const order = { do: 'open', port, ...QUIC_OPTIONS, ...options };
    client.#socket.write(`${JSON.stringify(order)}\n`);
    return client;
  }

  /** Waits until the server has accepted, or closed it, or 3 s. */
  async ready(): Promise<this> {
    if (!this.#isReady && this.#over === null) {
      const signal = AbortSignal.timeout(CONNECT_MS);
      await Promise.race([
        once(this.#events, 'ready', { signal }),
        once(this.#events, 'closed', { signal }),
      ]).catch(() => {});
    }
    return this;
  }

  /** Why it is over, for a message; null while it is not. */
  get over(): string | null {
    return this.#over;
  }

  /** The next stream that a client may open. With `http` those in one direction are the program's. */
  nextStream(kind: 'bidirectional' | 'unidirectional' = 'bidirectional'): number {
    return 4 * this.#streams[kind]++ + (kind === 'bidirectional' ? 0 : 2);
  }

  do(order: Order): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify(order)}\n`);
  }

  send(stream: number, content: Buffer, end = false): void {
    this.do({ do: 'send', stream, bytes: content.toString('base64'), end });
  }

  forge(type: number, payload: Buffer): void {
    this.do({ do: 'forge', type, bytes: payload.toString('base64') });
  }

  onStream(stream: number, receive: (event: StreamEvent) => void): void {
    this.#events.on(`stream ${stream}`, receive);
  }

  onClosed(over: () => void): void {
    if (this.#over === null) this.#events.once('closed', over);
    else over();
  }

  /** Something has come on this stream, or the connection is over, or the time. */
  async answer(stream: number, limitMs = CONNECT_MS): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      this.#events.once(`stream ${stream}`, () => resolve());
      this.onClosed(resolve);
    });
    await Promise.race([answered, delay(limitMs, undefined, { ref: false })]);
  }

  /** @param code of its CONNECTION_CLOSE; null: without one. */
  async leave(code: number | null): Promise<void> {
    if (this.#socket.destroyed) return;
    this.do({ do: 'leave', code });
    await new Promise<void>((resolve) => {
      this.#socket.once('close', () => resolve());
      this.#socket.end();
    });
  }

  #receive(event: Event): void {
    if (event.event === 'ready') {
      this.#isReady = true;
      this.#events.emit('ready');
    } else if (event.event === 'closed') this.#end(`code ${event.code} ${event.reason}`);
    else if (event.event !== 'refused') this.#events.emit(`stream ${event.stream}`, event);
  }

  #end(why: string): void {
    if (this.#over !== null) return;
    this.#over = why;
    this.#events.emit('closed');
  }
}
