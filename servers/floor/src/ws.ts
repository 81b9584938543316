import { once } from 'node:events';
import { createServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { startedFloor } from './floor.ts';

/** WebSocket's floor: `ws` sending a file from memory for each message, and nothing else. */
const { listen, tls, chunks, answer } = startedFloor();

const server = createServer({ ...tls, noDelay: true });
server.on('request', (request, response) => {
  const { headers, body } = answer(request.url);
  response.writeHead(200, headers).end(body);
});

const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
server.on('upgrade', (request, socket, head) => {
  webSockets.handleUpgrade(request, socket, head, (webSocket) => {
    // All files share the socket, and so its one drain event.
    socket.setMaxListeners(0);
    webSocket.on('message', () => void sendFile(webSocket, socket));
  });
});
server.listen(listen);

async function sendFile(webSocket: WebSocket, socket: Duplex): Promise<void> {
  for (const chunk of chunks) {
    webSocket.send(chunk);
    if (socket.writableNeedDrain) await once(socket, 'drain');
  }
}
