import { readFile } from 'node:fs/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ServerOptions } from '@holbench/core/server/command-line';
import { FASTIFY_OPTIONS } from './fastify-routes.ts';

/** Fastify on `node:https` with TLS 1.3; behind a proxy, without a certificate, on `node:http`. */
export async function http1Server({ cert, key }: ServerOptions): Promise<FastifyInstance> {
  if (cert === '') return Fastify({ ...FASTIFY_OPTIONS, http: { noDelay: true } });
  return Fastify({
    ...FASTIFY_OPTIONS,
    https: {
      cert: await readFile(cert),
      key: await readFile(key),
      minVersion: 'TLSv1.3',
      noDelay: true,
    },
  });
}
