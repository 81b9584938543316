import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { startedFloor } from './floor.ts';

/** HTTP/1.1's floor: `node:https` sending a file from memory, and nothing else. */
const { listen, tls, bytes, chunks, answer } = startedFloor();

const server = createServer({ ...tls, noDelay: true });
server.on('request', (request, response) => {
  if (request.url === '/file') return void sendFile(response);
  const { headers, body } = answer(request.url);
  response.writeHead(200, headers).end(body);
});
server.listen(listen);

async function sendFile(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-length': bytes, 'cache-control': 'no-store' });
  for (const chunk of chunks) {
    if (!response.write(chunk)) await once(response, 'drain');
  }
  response.end();
}
