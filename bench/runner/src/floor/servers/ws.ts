import { once } from 'node:events';
import { createServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { chunksInMemory, floorOptions, PAGE, PAGE_HEADERS } from './blob.ts';

/** WebSocket's floor: `ws` sending a file from memory for each message, and nothing else. */
const { port, cert, key, bytes } = floorOptions();
const chunks = chunksInMemory(bytes);

const server = createServer({ cert, key, minVersion: 'TLSv1.3', noDelay: true });
server.on('request', (_, response) => response.writeHead(200, PAGE_HEADERS).end(PAGE));

const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
server.on('upgrade', (request, socket, head) => {
  webSockets.handleUpgrade(request, socket, head, (webSocket) => {
    // All files share the socket, and so its one drain event.
    socket.setMaxListeners(0);
    webSocket.on('message', () => void sendFile(webSocket, socket));
  });
});
server.listen(port, '127.0.0.1');

async function sendFile(webSocket: WebSocket, socket: Duplex): Promise<void> {
  for (const chunk of chunks) {
    webSocket.send(chunk);
    if (socket.writableNeedDrain) await once(socket, 'drain');
  }
}
