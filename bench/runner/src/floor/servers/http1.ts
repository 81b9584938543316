import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { chunksInMemory, floorOptions, PAGE, PAGE_HEADERS } from './blob.ts';

/** HTTP/1.1's floor: `node:https` sending a file from memory, and nothing else. */
const { port, cert, key, bytes } = floorOptions();
const chunks = chunksInMemory(bytes);

const server = createServer({ cert, key, minVersion: 'TLSv1.3', noDelay: true });
server.on('request', (request, response) => {
  if (request.url === '/file') void sendFile(response);
  else response.writeHead(200, PAGE_HEADERS).end(PAGE);
});
server.listen(port, '127.0.0.1');

async function sendFile(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-length': bytes, 'cache-control': 'no-store' });
  for (const chunk of chunks) {
    if (!response.write(chunk)) await once(response, 'drain');
  }
  response.end();
}
