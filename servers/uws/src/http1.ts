import uWS from 'uWebSockets.js';
import { serve } from '@holbench/core/server/serve';
import { listen, uwsVersion } from './listen.ts';
import { registerRoutes } from './uws-routes.ts';

/** HTTP/1.1 + SSE over TLS 1.3: uWebSockets.js. */
await serve(await uwsVersion(), async (served) => {
  const { options, pageRoutes, labRoutes } = served;
  const app = uWS.SSLApp({ cert_file_name: options.cert, key_file_name: options.key });
  registerRoutes(app, [...pageRoutes, ...labRoutes], served);
  return listen(app, options);
});
