import { request } from 'node:https';
import { on, once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { type Address, hostAndPort } from '@holbench/harness/address';
import { messageOf, UserError } from '@holbench/process/user-error';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import {
  CONTROL_PATH,
  CONTROL_VERSION,
  Event,
  EVENT_BYTES,
  KEEP_ALIVE_MS,
  type Order,
  PROBE_PATHS,
} from './messages.ts';
import { readGoodput, writeBulk } from './probes/goodput.ts';
import { CONNECT_MS, connectTrusted, type Keys, type Trust } from '@holbench/harness/trust';

type EventOf<Name extends Event['event']> = Extract<Event, { event: Name }>;
type Welcome = EventOf<'welcome'>;

type Messages = AsyncIterator<unknown[], undefined>;

interface Connected {
  readonly socket: WebSocket;
  readonly messages: Messages;
  readonly trust: Trust;
}

const HTTP1 = ['http/1.1'];

/** Of a probe, with what waits in the buffers of a slow link. */
const PROBE_MS = 30_000;

/** An order takes as long as the start of a server whose files must be made first. */
const ANSWER_MS = 180_000;

export interface HelperOptions {
  readonly keys: Keys;
  readonly token: string;
}

/** A bench's connection to the helper at its target. */
export class HelperConnection implements AsyncDisposable {
  readonly address: Address;
  readonly welcome: Welcome;
  readonly trust: Trust;
  readonly #socket: WebSocket;
  readonly #options: HelperOptions;
  #answer: PromiseWithResolvers<Event> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #ended = Promise.withResolvers<string>();
  /** Resolves when the connection is closed, with the reason for a person. */
  readonly closed: Promise<string>;

  private constructor(
    address: Address,
    options: HelperOptions,
    { socket, messages, trust }: Connected,
    welcome: Welcome,
  ) {
    this.address = address;
    this.trust = trust;
    this.#options = options;
    this.#socket = socket;
    this.welcome = welcome;
    this.closed = this.#listen(messages);
  }

  /**
   * @throws UserError where nothing listens, where it is not the helper that the token is for, or has other versions.
   */
  static async open(address: Address, options: HelperOptions): Promise<HelperConnection> {
    const connected = await this.#upgrade(address, options);
    try {
      const late = delay(CONNECT_MS, null, { ref: false });
      const first = await Promise.race([connected.messages.next(), late]);
      const welcome = welcomeIn(first?.value?.[0]);
      if (welcome === null) throw new UserError(`${hostAndPort(address)} is no helper of holbench`);
      return new HelperConnection(address, options, connected, welcome);
    } catch (error) {
      connected.socket.terminate();
      throw error;
    }
  }

  static async #upgrade(address: Address, { keys, token }: HelperOptions): Promise<Connected> {
    const { socket, trust } = await connectTrusted(address, keys, HTTP1);
    // A target whose machine has vanished is noticed.
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const webSocket = new WebSocket(`wss://${hostAndPort(address)}${CONTROL_PATH}`, {
      createConnection: () => socket,
      maxPayload: EVENT_BYTES,
      perMessageDeflate: false,
      handshakeTimeout: CONNECT_MS,
      headers: { authorization: `Bearer ${token}` },
    });
    // From now on: the first may come with the answer to the upgrade.
    const messages: Messages = on(webSocket, 'message', { close: ['close'] });
    const refused = Promise.withResolvers<number>();
    webSocket.on('unexpected-response', (_request, response) =>
      refused.resolve(response.statusCode ?? 0),
    );
    const opened = once(webSocket, 'open').then(
      () => null,
      (error: unknown) => messageOf(error),
    );
    const status = await Promise.race([opened, refused.promise]);
    if (status === null) return { socket: webSocket, messages, trust };
    socket.destroy();
    throw new UserError(whyRefused(address, status));
  }

  /** Orders wait for each other. @throws UserError with the helper's reason. */
  order<Name extends Event['event']>(order: Order, answer: Name): Promise<EventOf<Name>> {
    const obeyed = this.#last.then(() => this.#give(order, answer));
    this.#last = obeyed.catch(() => {});
    return obeyed;
  }

  async #give<Name extends Event['event']>(order: Order, answer: Name): Promise<EventOf<Name>> {
    this.#answer = Promise.withResolvers();
    if (order.do === 'start') this.#ended = Promise.withResolvers();
    const late = setTimeout(() => {
      this.#socket.terminate();
    }, ANSWER_MS);
    try {
      this.#socket.send(JSON.stringify(order));
      const event = await Promise.race([this.#answer.promise, this.closed]);
      if (typeof event === 'string') throw new UserError(event);
      if (event.event === 'refused') throw new UserError(`the target: ${event.message}`);
      if (!is(event, answer)) throw new Error(`the target answered ${order.do} by ${event.event}`);
      return event;
    } finally {
      clearTimeout(late);
      this.#answer = null;
    }
  }

  /** Resolves when one of the processes of the last start has ended without being asked to, with how it did. */
  get ended(): Promise<string> {
    return Promise.race([this.#ended.promise, this.closed]);
  }

  /** In kbit/s, by a connection of its own. */
  async goodputDown(): Promise<number | null> {
    const response = await this.#request('GET', PROBE_PATHS.down, async (sent) => sent.end());
    return readGoodput(response);
  }

  async goodputUp(): Promise<number | null> {
    const response = await this.#request('POST', PROBE_PATHS.up, writeBulk);
    const { goodputKbps } = v.parse(
      v.object({ goodputKbps: v.nullable(v.number()) }),
      await json(response),
    );
    return goodputKbps;
  }

  async #request(
    method: string,
    path: string,
    send: (request: ClientRequest) => Promise<unknown>,
  ): Promise<IncomingMessage> {
    const { keys, token } = this.#options;
    const { socket } = await connectTrusted(this.address, keys, HTTP1);
    const sent = request({
      createConnection: (): TLSSocket => socket,
      host: this.address.host,
      method,
      path,
      headers: { authorization: `Bearer ${token}`, connection: 'close' },
      signal: AbortSignal.timeout(PROBE_MS),
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject);
    });
    const [answered] = await Promise.all([response, send(sent)]);
    if (answered.statusCode !== 200) {
      throw new UserError(`the target refused ${path}: status ${answered.statusCode}`);
    }
    return answered;
  }

  async #listen(messages: Messages): Promise<string> {
    try {
      for (;;) {
        const { value, done } = await messages.next();
        if (done) break;
        const event = eventOf(value);
        if (event.event === 'ended') this.#ended.resolve(event.how);
        else this.#answer?.resolve(event);
      }
    } catch (error) {
      this.#socket.terminate();
      return `the connection to the target broke: ${messageOf(error)}`;
    }
    return 'the target has ended, or the way to it';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await this.closed;
  }
}

const is = <Name extends Event['event']>(event: Event, name: Name): event is EventOf<Name> =>
  event.event === name;

/** What is in the welcome of every version. */
const Versions = v.object({
  event: v.literal('welcome'),
  controlVersion: v.number(),
  protocolVersion: v.number(),
});

/** @returns null of who is no helper. @throws UserError of a helper with other versions. */
function welcomeIn(data: unknown): Welcome | null {
  const text = v.pipe(v.string(), v.parseJson());
  const versions = v.safeParse(v.pipe(text, Versions), String(data));
  if (!versions.success) return null;
  const { controlVersion, protocolVersion } = versions.output;
  if (controlVersion !== CONTROL_VERSION || protocolVersion !== PROTOCOL_VERSION) {
    throw new UserError(
      `the target has version ${controlVersion}.${protocolVersion} of the lab’s protocols, this machine ` +
        `${CONTROL_VERSION}.${PROTOCOL_VERSION}: check out the same commit on both, and run ./setup.sh there`,
    );
  }
  const welcome = v.safeParse(v.pipe(text, Event), String(data));
  return welcome.success && is(welcome.output, 'welcome') ? welcome.output : null;
}

/** @throws ValiError for what no helper says. */
const eventOf = ([data]: readonly unknown[]): Event =>
  v.parse(v.pipe(v.string(), v.parseJson(), Event), String(data));

function whyRefused(address: Address, status: number | string): string {
  if (status === 403) {
    return `the target refused the token: set HOLBENCH_SERVER_TOKEN to the one that pnpm serve printed there`;
  }
  if (status === 409) return 'another bench is at the target: wait for its end';
  return `${hostAndPort(address)} is no helper of holbench: ${typeof status === 'number' ? `it answered with status ${status}` : status}`;
}
