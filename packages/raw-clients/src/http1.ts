import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { HttpConnection } from './http-client.ts';

/** As many connections as a browser opens to one origin. */
export const BROWSER_CONNECTIONS = 6;

/** HTTP/1.1 over up to `connections` connections. The lab's own certificates are not verified. */
export function http1Connection(origin: string, connections = BROWSER_CONNECTIONS): HttpConnection {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false });
  return {
    headersAreFlowControlled: false,
    request: async ({ method, path, headers, body }) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sent = httpsRequest({
        agent,
        hostname,
        port,
        path,
        method: method ?? 'GET',
        headers: { ...headers, ...length },
      });
      const response = new Promise<IncomingMessage>((resolve, reject) => {
        sent.once('response', resolve);
        sent.on('error', reject);
      });
      sent.end(body);
      const message = await response;
      // An error of an unread body comes when this client leaves.
      message.on('error', () => {});
      return { status: message.statusCode ?? 0, headers: message.headers, body: message };
    },
    close: async () => agent.destroy(),
  };
}
