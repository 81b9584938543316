import fastifyPackage from 'fastify/package.json' with { type: 'json' };
import { serve } from '@holbench/core/server/serve';
import { http1Server, registerRoutes } from './fastify-routes.ts';

const VERSIONS = { fastify: fastifyPackage.version };

/** HTTP/1.1 + SSE over TLS 1.3, or without TLS on a proxy's Unix socket: Fastify. */
await serve(VERSIONS, async (served) => {
  const { options, pageRoutes, labRoutes } = served;
  const fastify = await http1Server(options);
  registerRoutes(fastify, [...pageRoutes, ...labRoutes], served);
  await fastify.listen(options.listenOn);
  return () => fastify.close();
});
