import type { IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import { tokenCheck } from '@holbench/core/http/access';
import type { Address } from '@holbench/harness/address';
import type { Certificate } from '@holbench/harness/certificate';
import { hasCode, messageOf, UserError } from '@holbench/process/user-error';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { BenchSession, type SessionOptions } from './bench-session.ts';
import { ORDER_BYTES, type OrderName, ORDERS, PROBE_PATHS, SESSION_HEADER } from './messages.ts';
import { EchoServer } from './probes/echo.ts';
import { BULK_MS, readGoodput, writeBulk } from './probes/goodput.ts';

/** A bench, and its probes. */
const MOST_CONNECTIONS = 16;
/** Of a request, with its body. */
const REQUEST_MS = 30_000;
const HANDSHAKE_MS = 10_000;

type HelperOptions = Omit<SessionOptions, 'echo'>;

/** What starts variants here for a bench elsewhere, which has the token, and helps it to measure the network. */
export class Helper implements AsyncDisposable {
  readonly #fastify: FastifyInstance;
  readonly #echo: EchoServer;
  readonly #options: HelperOptions;
  #session: BenchSession | null = null;

  private constructor(
    fastify: FastifyInstance,
    echo: EchoServer,
    token: string,
    options: HelperOptions,
  ) {
    this.#fastify = fastify;
    this.#echo = echo;
    this.#options = options;
    this.#refuseOthers(bearerCheck(token));
    this.#takeOrders();
    this.#moveBulk();
  }

  /** @throws UserError when the port is in use. */
  static async start(
    address: Address,
    certificate: Certificate,
    token: string,
    options: HelperOptions,
  ): Promise<Helper> {
    const [cert, key] = await Promise.all([readFile(certificate.cert), readFile(certificate.key)]);
    const fastify = Fastify({
      https: { cert, key, handshakeTimeout: HANDSHAKE_MS },
      requestTimeout: REQUEST_MS,
      bodyLimit: ORDER_BYTES,
      exposeHeadRoutes: false,
      forceCloseConnections: true,
    });
    fastify.server.maxConnections = MOST_CONNECTIONS;
    const echo = await EchoServer.start(address);
    const helper = new Helper(fastify, echo, token, options);
    try {
      await fastify.listen(address);
      return helper;
    } catch (error) {
      await helper[Symbol.asyncDispose]();
      if (!hasCode(error, 'EADDRINUSE')) throw error;
      throw new UserError(
        `port ${address.port} on ${address.host}, for benches, is in use; choose another --port`,
      );
    }
  }

  /** A refusal ends the connection, too: else what is left of a body is read, for as long as it comes. */
  #refuseOthers(admits: (request: IncomingMessage) => boolean): void {
    this.#fastify.addHook('onRequest', async (request, reply) => {
      void reply.header('connection', 'close');
      const status = this.#whyNot(request, admits);
      if (status !== null) return reply.code(status).send();
      this.#session?.renew();
    });
    this.#fastify.setErrorHandler<FastifyError>(async (error, _request, reply) => {
      const isOfBench = error instanceof UserError || error instanceof v.ValiError;
      if (!isOfBench && error.statusCode === undefined) console.error(error);
      return reply.code(400).send(messageOf(error));
    });
  }

  /** The status by which a request is refused; null: it is not. */
  #whyNot(request: FastifyRequest, admits: (request: IncomingMessage) => boolean): number | null {
    if (!admits(request.raw)) return 403;
    if (request.is404) return 404;
    const id = request.headers[SESSION_HEADER]?.toString();
    if (id !== undefined && this.#session === null && request.url === '/begin')
      this.#begin(id, request);
    return this.#session !== null && this.#session.id === id ? null : 409;
  }

  #begin(id: string, { raw }: FastifyRequest): void {
    const session = new BenchSession(id, { ...this.#options, echo: this.#echo });
    this.#session = session;
    console.log(`a bench has come from ${raw.socket.remoteAddress}`);
    void this.#serve(session);
  }

  async #serve(session: BenchSession): Promise<void> {
    await session.over;
    this.#session = null;
    console.log('the bench has left');
  }

  #takeOrders(): void {
    for (const name of Object.keys(ORDERS).filter(isOrder)) {
      this.#fastify.post(`/${name}`, async ({ body }) => {
        const asked = v.parse(ORDERS[name].asked, body);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed as the order of this name
        const obey = this.#session?.obey[name] as (asked: unknown) => Promise<unknown>;
        return obey(asked);
      });
    }
  }

  #moveBulk(): void {
    const fastify = this.#fastify;
    // Not kept, and not read ahead.
    fastify.addContentTypeParser('application/octet-stream', (_request, body, done) =>
      done(null, body),
    );
    fastify.get(PROBE_PATHS.down, async (_request, reply) => {
      reply.hijack();
      reply.raw.on('error', () => {});
      reply.raw.writeHead(200, { 'cache-control': 'no-store', connection: 'close' });
      await writeBulk(reply.raw);
    });
    fastify.post<{ Body: IncomingMessage }>(
      PROBE_PATHS.up,
      { bodyLimit: Number.MAX_SAFE_INTEGER },
      async ({ body }) => {
        const late = setTimeout(() => body.destroy(), 3 * BULK_MS);
        const goodputKbps = await readGoodput(body).catch(() => null);
        clearTimeout(late);
        return { goodputKbps };
      },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // First: a bench whose connection ends knows that its target has.
    await this.#fastify.close();
    await this.#session?.end();
    await this.#echo[Symbol.asyncDispose]();
  }
}

const isOrder = (name: string): name is OrderName => Object.hasOwn(ORDERS, name);

/** Whether a request has the token. Pages, which send an origin, may not even ask. */
function bearerCheck(token: string): (request: IncomingMessage) => boolean {
  const isToken = tokenCheck(token);
  return ({ headers }) => {
    const [scheme, given = ''] = (headers.authorization ?? '').split(' ');
    return scheme === 'Bearer' && isToken(given) && headers.origin === undefined;
  };
}
