import { once } from 'node:events';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { startedFloor } from './floor.ts';

/** HTTP/2's floor: `node:http2` sending a file from memory, and nothing else. */
const { listen, tls, bytes, chunks, answer } = startedFloor();

const server = createSecureServer(tls);
server.on('stream', (stream, { ':path': path }) => {
  if (path === '/file') return void sendFile(stream);
  const { headers, body } = answer(path);
  stream.respond({ ':status': 200, ...headers });
  stream.end(body);
});
server.listen(listen);

async function sendFile(stream: ServerHttp2Stream): Promise<void> {
  stream.respond({ ':status': 200, 'content-length': bytes, 'cache-control': 'no-store' });
  for (const chunk of chunks) {
    if (!stream.write(chunk)) await once(stream, 'drain');
  }
  stream.end();
}
