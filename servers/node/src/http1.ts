import Fastify from 'fastify';
import { serve } from '@holbench/core/server/serve';
import { FASTIFY_OPTIONS, registerRoutes, tlsOptions } from './fastify-routes.ts';

/** HTTP/1.1 + SSE over TLS 1.3: Fastify on `node:https`. */
await serve(async ({ options, pageRoutes, labRoutes, counter }) => {
  const fastify = Fastify({ ...FASTIFY_OPTIONS, https: await tlsOptions(options) });
  registerRoutes(fastify, [...pageRoutes, ...labRoutes], counter);
  await fastify.listen({ host: options.host, port: options.port });
  return () => fastify.close();
});
