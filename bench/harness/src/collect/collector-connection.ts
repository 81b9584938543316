import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '@holbench/process/user-error';
import type { Measurement } from '@holbench/results/sample';
import * as v from 'valibot';
import { addressOf, type Address } from '../address.ts';
import { connectTrusted, type Keys, NobodyAnswers } from '../trust.ts';
import {
  ALIVE_MS,
  COLLECTOR_VARIABLES,
  CONNECTIONS_PER_WORKER,
  type Join,
  JoinAnswer,
  type Measured,
  WAITING_MS,
  WORKER_PATHS,
} from './messages.ts';

/** Of one request. */
const ANSWER_MS = 30_000;
/** A request without an answer is repeated for so long, with pauses. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;
/** For the cell to begin, and for the other workers to come. */
const JOIN_MS = 660_000;

type Begun = Extract<JoinAnswer, { state: 'begun' }>;
type Answered = { readonly status: number; readonly body: string };

/** A worker's way to the collector: its number, and its measurements, each until it is taken. */
export class CollectorConnection {
  readonly #agent: Agent;
  readonly #origin: string;
  readonly #token: string;
  readonly #collection: string;
  readonly #id = randomUUID();
  #sent = 0;

  /** @param collection id of the only one that it joins. */
  constructor(origin: string, key: string | undefined, token: string, collection: string) {
    const keys = { accepted: key === undefined ? [] : [key], only: key !== undefined };
    this.#agent = new TrustedAgent(addressOf(origin), keys);
    this.#origin = origin;
    this.#token = token;
    this.#collection = collection;
  }

  /** @returns null without a collector. */
  static of(environment: NodeJS.ProcessEnv, token: string | undefined): CollectorConnection | null {
    const {
      [COLLECTOR_VARIABLES.origin]: origin,
      [COLLECTOR_VARIABLES.key]: key,
      [COLLECTOR_VARIABLES.collection]: collection,
    } = environment;
    if (!origin) return null;
    return new CollectorConnection(origin, key || undefined, token ?? '', collection ?? '');
  }

  /**
   * Waits until all workers have come; from then on shows that this one lives.
   * @param who the scenario that this worker runs, and its browser.
   * @throws Error when it is refused, or the others do not come.
   */
  async join(who: { readonly name: string; readonly browser: string }): Promise<Begun> {
    const join = { id: this.#id, collection: this.#collection, ...who };
    const until = performance.now() + JOIN_MS;
    for (;;) {
      const answered = await this.#post(WORKER_PATHS.join, join);
      // While no cell collects yet.
      const answer = answered === null ? null : v.parse(Answer, answered);
      if (answer?.state === 'begun') {
        this.#stayAlive(join);
        return answer;
      }
      if (performance.now() > until) throw new Error(`no cell began within ${JOIN_MS / 1_000} s`);
      await delay(WAITING_MS);
    }
  }

  /** Repeats it until the collector has no place for this worker any more. An answer that is lost says nothing. */
  #stayAlive(join: Join): void {
    const show = async (): Promise<void> => {
      const answered = await this.#ask(WORKER_PATHS.join, JSON.stringify(join)).catch(() => null);
      const hasPlace = answered === null || [200, 429].includes(answered.status);
      if (!hasPlace) clearInterval(alive);
    };
    const alive = setInterval(() => void show(), ALIVE_MS).unref();
  }

  /** @throws Error when they are refused, or nobody takes them for a minute. */
  async send(measurements: readonly Measurement[]): Promise<void> {
    const sequence = this.#sent;
    this.#sent += 1;
    const measured: Measured = { id: this.#id, sequence, measurements: [...measurements] };
    const taken = await this.#post(WORKER_PATHS.measured, measured);
    if (taken === null) throw new Error('no cell collects any more');
  }

  /** @returns the body of the answer; null while no cell collects. @throws Error when refused. */
  async #post(path: string, body: object): Promise<string | null> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const answered = await this.#ask(path, JSON.stringify(body)).catch((error: unknown) => {
        // Somebody else answers: asking again would not help.
        if (performance.now() > until || isFinal(error)) throw error;
        return null;
      });
      if (answered?.status === 200) return answered.body;
      if (answered?.status === 503) return null;
      if (answered !== null && answered.status !== 429) {
        throw new Error(`the collector refuses (${answered.status}): ${answered.body}`);
      }
      await delay(PAUSE_MS);
    }
  }

  #ask(path: string, body: string): Promise<Answered> {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const sent = request(new URL(path, this.#origin), {
      agent: this.#agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const status = response.statusCode ?? 0;
      text(response).then((read) => resolve({ status, body: read }), reject);
    });
    sent.end(body);
    return promise;
  }
}

const Answer = v.pipe(v.string(), v.parseJson(), JoinAnswer);

class TrustedAgent extends Agent {
  readonly #address: Address;
  readonly #keys: Keys;

  constructor(address: Address, keys: Keys) {
    super({ keepAlive: true, maxSockets: CONNECTIONS_PER_WORKER });
    this.#address = address;
    this.#keys = keys;
  }

  override createConnection(_options: object, made: Made = () => {}): undefined {
    void this.#connect(made);
    return undefined;
  }

  async #connect(made: Made): Promise<void> {
    try {
      const { socket } = await connectTrusted(this.#address, this.#keys, ['http/1.1']);
      made(null, socket);
    } catch (error) {
      // Node.js takes an error alone, its types do not.
      made(error instanceof Error ? error : new Error(String(error)), new PassThrough());
    }
  }
}

type Made = NonNullable<Parameters<Agent['createConnection']>[1]>;

const isFinal = (error: unknown): boolean =>
  error instanceof UserError && !(error instanceof NobodyAnswers);
