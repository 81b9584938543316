import { once } from 'node:events';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { chunksInMemory, floorOptions, PAGE, PAGE_HEADERS } from './blob.ts';

/** HTTP/2's floor: `node:http2` sending a file from memory, and nothing else. */
const { port, cert, key, bytes } = floorOptions();
const chunks = chunksInMemory(bytes);

const server = createSecureServer({ cert, key, minVersion: 'TLSv1.3' });
server.on('stream', (stream, headers) => {
  if (headers[':path'] === '/file') void sendFile(stream);
  else {
    stream.respond({ ':status': 200, ...PAGE_HEADERS });
    stream.end(PAGE);
  }
});
server.listen(port, '127.0.0.1');

async function sendFile(stream: ServerHttp2Stream): Promise<void> {
  stream.respond({ ':status': 200, 'content-length': bytes, 'cache-control': 'no-store' });
  for (const chunk of chunks) {
    if (!stream.write(chunk)) await once(stream, 'drain');
  }
  stream.end();
}
