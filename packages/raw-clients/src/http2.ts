import { connect, type IncomingHttpHeaders } from 'node:http2';
import type { HttpConnection } from './http-client.ts';

/** HTTP/2 over one session. The lab's own certificates are not verified. */
export function http2Connection(origin: string): HttpConnection {
  const session = connect(origin, { rejectUnauthorized: false });
  // Without a listener, a session that the server ends would end this process. Its streams tell.
  session.on('error', () => {});
  return {
    headersAreFlowControlled: false,
    request: async ({ method, path, headers, body }) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const stream = session.request({
        ':method': method ?? 'GET',
        ':path': path,
        ...headers,
        ...length,
      });
      const head = new Promise<IncomingHttpHeaders>((resolve, reject) => {
        stream.once('response', resolve);
        stream.on('error', reject);
        stream.once('close', () => reject(new Error(`${path}: the stream closed`)));
      });
      stream.end(body);
      const received = await head;
      return { status: Number(received[':status']), headers: received, body: stream };
    },
    close: async () => session.destroy(),
  };
}
