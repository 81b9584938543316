import { once } from 'node:events';
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { json } from 'node:stream/consumers';
import { CreatedCoValue } from '@holbench/protocol/messages/create';
import { parseValue } from '@holbench/protocol/parse';
import { sendChunks } from '@holbench/client/transport/upload';
import { UPLOAD_TEXT, type LabClient } from './lab-client.ts';

/** Users over HTTP/2, each with a session of its own. Certificates are not verified. */
export function http2Client(origin: string): LabClient {
  const sessions: ClientHttp2Session[] = [];
  const newSession = (): ClientHttp2Session => {
    const session = connect(origin, { rejectUnauthorized: false });
    // Without a listener, a session that the server ends would end this process.
    session.on('error', () => {});
    sessions.push(session);
    return session;
  };

  return {
    async stall(id) {
      const stream = await send(newSession(), 'GET', `/covalues/${id}/file`);
      stream.pause();
    },
    async upload({ bytes, sha256, chunk }) {
      const session = newSession();
      const body = Buffer.from(JSON.stringify({ text: UPLOAD_TEXT, file: { bytes, sha256 } }));
      const answer = await json(await send(session, 'POST', '/covalues', body));
      const { id, upload } = parseValue(CreatedCoValue, answer);
      if (!upload) throw new Error('the server wants no file');
      await sendChunks(bytes, upload, async (index) => {
        const path = `/covalues/${id}/file/chunks/${index}`;
        await json(await send(session, 'PUT', path, chunk(index)));
      });
    },
    close() {
      for (const session of sessions) session.destroy();
    },
  };
}

async function send(
  session: ClientHttp2Session,
  method: string,
  path: string,
  body?: Uint8Array,
): Promise<ClientHttp2Stream> {
  const type = method === 'POST' ? 'application/json' : 'application/octet-stream';
  const headers = body ? { 'content-type': type, 'content-length': body.byteLength } : {};
  const stream = session.request({ ':method': method, ':path': path, ...headers });
  stream.on('error', () => {});
  stream.end(body);
  const [response] = (await once(stream, 'response')) as [{ ':status'?: number }];
  const status = response[':status'] ?? 500;
  if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
  return stream;
}
