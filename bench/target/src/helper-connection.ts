import { request } from 'node:https';
import { on, once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { messageOf, UserError } from '@holbench/process/user-error';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import {
  CONTROL_PATH,
  CONTROL_VERSION,
  Event,
  EVENT_BYTES,
  type Order,
  PROBE_PATHS,
} from './messages.ts';
import { readGoodput, writeBulk } from './probes/goodput.ts';
import { type Address, at, connectTrusted, type Trust } from './trust.ts';

type EventOf<Name extends Event['event']> = Extract<Event, { event: Name }>;
type Welcome = EventOf<'welcome'>;

type Messages = AsyncIterator<unknown[], undefined>;

interface Connected {
  readonly socket: WebSocket;
  readonly messages: Messages;
  readonly trust: Trust;
}

const HTTP1 = ['http/1.1'];

/** An order takes as long as the start of a server whose files must be made first. */
const ANSWER_MS = 180_000;

export interface HelperOptions {
  /** Public keys that are accepted. */
  readonly keys: readonly string[];
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
  #ended = Promise.withResolvers<string>();
  /** Resolves when the connection is gone, with the reason for a person. */
  readonly gone: Promise<string>;

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
    this.gone = this.#listen(messages);
  }

  /**
   * @throws UserError where nothing listens, where it is not the helper that the token is for, or has other versions.
   */
  static async open(address: Address, options: HelperOptions): Promise<HelperConnection> {
    const connected = await this.#upgrade(address, options);
    const { value } = await connected.messages.next();
    const first = value === undefined ? null : eventOf(value);
    if (first?.event !== 'welcome') throw new UserError(`${at(address)} is no helper of holbench`);
    if (first.controlVersion !== CONTROL_VERSION || first.protocolVersion !== PROTOCOL_VERSION) {
      connected.socket.terminate();
      throw new UserError(
        `the target has version ${first.controlVersion}.${first.protocolVersion} of the lab’s protocols, this machine ` +
          `${CONTROL_VERSION}.${PROTOCOL_VERSION}: check out the same commit on both, and run ./setup.sh there`,
      );
    }
    return new HelperConnection(address, options, connected, first);
  }

  static async #upgrade(address: Address, { keys, token }: HelperOptions): Promise<Connected> {
    const { socket, trust } = await connectTrusted(address, keys, HTTP1);
    const webSocket = new WebSocket(`wss://${at(address)}${CONTROL_PATH}`, {
      createConnection: () => socket,
      maxPayload: EVENT_BYTES,
      perMessageDeflate: false,
      headers: { authorization: `Bearer ${token}` },
    });
    // From now on: the first may come with the answer to the upgrade.
    const messages: Messages = on(webSocket, 'message', { close: ['close'] });
    const refused = Promise.withResolvers<number>();
    webSocket.on('unexpected-response', (_request, response) =>
      refused.resolve(response.statusCode ?? 0),
    );
    const status = await Promise.race([once(webSocket, 'open').then(() => null), refused.promise]);
    if (status === null) return { socket: webSocket, messages, trust };
    socket.destroy();
    throw new UserError(whyRefused(address, status));
  }

  /** Obeyed before the next one is given. @throws UserError with the helper's reason. */
  async order<Name extends Event['event']>(order: Order, answer: Name): Promise<EventOf<Name>> {
    if (this.#answer !== null) throw new Error(`an order before ${order.do} is not obeyed yet`);
    this.#answer = Promise.withResolvers();
    if (order.do === 'start') this.#ended = Promise.withResolvers();
    const late = setTimeout(() => {
      this.#socket.terminate();
    }, ANSWER_MS);
    try {
      this.#socket.send(JSON.stringify(order));
      const event = await Promise.race([this.#answer.promise, this.gone]);
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
    return Promise.race([this.#ended.promise, this.gone]);
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
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject);
    });
    await send(sent);
    const answered = await response;
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
      return `the connection to the target broke: ${messageOf(error)}`;
    }
    return 'the target has ended, or the way to it';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await this.gone;
  }
}

const is = <Name extends Event['event']>(event: Event, name: Name): event is EventOf<Name> =>
  event.event === name;

/** @throws ValiError for what no helper says. */
const eventOf = ([data]: readonly unknown[]): Event =>
  v.parse(v.pipe(v.string(), v.parseJson(), Event), String(data));

function whyRefused(address: Address, status: number): string {
  if (status === 403) {
    return `the target refused the token: set HOLBENCH_SERVER_TOKEN to the one that pnpm serve printed there`;
  }
  if (status === 409) return 'another bench is at the target: wait for its end';
  return `${at(address)} is no helper of holbench: it answered with status ${status}`;
}
