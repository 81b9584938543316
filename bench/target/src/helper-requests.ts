import { randomBytes } from 'node:crypto';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { type Address, hostAndPort } from '@holbench/harness/address';
import { connectTrusted, type Keys, type Trust } from '@holbench/harness/trust';
import { UserError } from '@holbench/process/user-error';
import * as v from 'valibot';
import { ANSWER_BYTES, PROBE_PATHS, SESSION_HEADER } from './messages.ts';
import { readGoodput, writeBulk } from './probes/goodput.ts';
import { readText } from './read-text.ts';

/** Of a probe, with what waits in the buffers of a slow link. */
const probing = (): AbortSignal => AbortSignal.timeout(30_000);
const BYTES = 'application/octet-stream';

export interface HelperOptions {
  readonly keys: Keys;
  readonly token: string;
}

/** Requests of one bench to the helper of its target. Each has a connection of its own, to who can be trusted. */
export class HelperRequests {
  readonly address: Address;
  readonly #options: HelperOptions;
  readonly #session = randomBytes(16).toString('hex');
  /** By what the helper was known, at the last request. */
  trust: Trust = { key: null };

  constructor(address: Address, options: HelperOptions) {
    this.address = address;
    this.#options = options;
  }

  /** The answer to an order. @throws UserError with the helper's reason. */
  async ask<Schema extends v.GenericSchema>(
    name: string,
    asked: object,
    answer: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>> {
    const response = await this.#request(`POST /${name}`, 'application/json', signal, (sent) =>
      sent.end(JSON.stringify(asked)),
    );
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), answer),
      await readText(response, ANSWER_BYTES),
    );
    if (parsed.success) return parsed.output;
    throw new UserError(`${hostAndPort(this.address)} is no helper of holbench`);
  }

  /** In kbit/s. */
  async goodputDown(): Promise<number | null> {
    const wanted = `GET ${PROBE_PATHS.down}`;
    return readGoodput(await this.#request(wanted, BYTES, probing(), (sent) => sent.end()));
  }

  async goodputUp(): Promise<number | null> {
    const wanted = `POST ${PROBE_PATHS.up}`;
    const response = await this.#request(wanted, BYTES, probing(), writeBulk);
    const answer = v.object({ goodputKbps: v.nullable(v.number()) });
    return v.parse(answer, await json(response)).goodputKbps;
  }

  async #request(
    wanted: string,
    type: string,
    signal: AbortSignal,
    send: (request: ClientRequest) => unknown,
  ): Promise<IncomingMessage> {
    const [method, path] = wanted.split(' ');
    const { keys, token } = this.#options;
    const { socket, trust } = await connectTrusted(this.address, keys, ['http/1.1']);
    this.trust = trust;
    const sent = request({
      createConnection: () => socket,
      host: this.address.host,
      method,
      path,
      headers: {
        authorization: `Bearer ${token}`,
        [SESSION_HEADER]: this.#session,
        'content-type': type,
        connection: 'close',
      },
      signal,
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject);
    });
    const [response] = await Promise.all([answered, send(sent)]);
    if (response.statusCode === 200) return response;
    const why = await readText(response, ANSWER_BYTES);
    throw new UserError(this.#whyRefused(response.statusCode ?? 0, why));
  }

  #whyRefused(status: number, why: string): string {
    if (status === 400) return `the target: ${why}`;
    if (status === 403) {
      return 'the target refused the token: set HOLBENCH_SERVER_TOKEN to the one that pnpm serve printed there';
    }
    if (status === 409) return 'another bench is at the target: wait for its end';
    return `${hostAndPort(this.address)} is no helper of holbench: it answered with status ${status}`;
  }
}
