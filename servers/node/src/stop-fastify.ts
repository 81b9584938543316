import type { FastifyInstance } from 'fastify';
import type { StopListening } from '@holbench/core/server/serve';

/** How every Fastify server stops: no new connections, open ones ended, the port free. */
export function stopFastify(fastify: FastifyInstance): StopListening {
  return () => fastify.close();
}
