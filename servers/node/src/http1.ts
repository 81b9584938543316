import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { serve } from '@holbench/core/server/serve';
import { FASTIFY_OPTIONS, registerRoutes } from './fastify-routes.ts';

/** HTTP/1.1 + SSE over TLS 1.3: Fastify on `node:https`. */
await serve(async ({ options, pageRoutes, labRoutes, counter }) => {
  const fastify = Fastify({
    ...FASTIFY_OPTIONS,
    https: {
      cert: await readFile(options.cert),
      key: await readFile(options.key),
      minVersion: 'TLSv1.3',
      noDelay: true,
    },
  });
  registerRoutes(fastify, [...pageRoutes, ...labRoutes], counter);
  await fastify.listen({ host: options.host, port: options.port });
  return () => fastify.close();
});
