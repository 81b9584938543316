import Fastify from 'fastify';
import { serve } from '@holbench/core/server/serve';
import { FASTIFY_OPTIONS, proxiedProtocol, registerRoutes } from './fastify-routes.ts';

/** HTTP/1.1 + SSE in the clear, for a proxy on the same machine: Fastify on `node:http`. */
await serve(async ({ options, pageRoutes, labRoutes, counter }) => {
  const fastify = Fastify({ ...FASTIFY_OPTIONS, http: { noDelay: true } });
  registerRoutes(fastify, [...pageRoutes, ...labRoutes], counter, { protocolOf: proxiedProtocol });
  await fastify.listen({ host: options.host, port: options.port });
  return () => fastify.close();
});
