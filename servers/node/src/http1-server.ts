import Fastify, { type FastifyInstance } from 'fastify';
import type { ServerOptions } from '@holbench/core/server/command-line';
import { FASTIFY_OPTIONS, tlsOptions } from './fastify-routes.ts';

/** Fastify on `node:https` with TLS 1.3; behind a proxy, without a certificate, on `node:http`. */
export async function http1Server(options: ServerOptions): Promise<FastifyInstance> {
  return options.cert === ''
    ? Fastify({ ...FASTIFY_OPTIONS, http: { noDelay: true } })
    : Fastify({ ...FASTIFY_OPTIONS, https: await tlsOptions(options) });
}
