import type { IncomingMessage } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';

/** What comes of a client that is there; its messages alone would not tell that a listener is. */
const SIGNS_OF_LIFE = ['message', 'ping', 'pong'] as const;

/**
 * Pings every WebSocket, and ends those that answer nothing, as uWebSockets.js does by itself. While requests wait for
 * unread answers, nothing of a client is read, and a ping stands behind the answers: then it ends when it reads nothing.
 * The last answers are in the kernel's buffers, some MB, where nothing tells whether they get less: a client that needs
 * longer than half of `idleMs` for them ends.
 * @param idleMs after which a silent one ends, at the latest.
 * @returns the timer.
 */
export function beginHeartbeat(webSockets: WebSocketServer, idleMs: number): NodeJS.Timeout {
  const silent = new WeakSet<WebSocket>();
  webSockets.on('connection', (webSocket: WebSocket, { socket }: IncomingMessage) => {
    for (const sign of SIGNS_OF_LIFE) webSocket.on(sign, () => silent.delete(webSocket));
    // Not as long as what was written gets less.
    socket.setTimeout(idleMs, () => {
      if (webSocket.isPaused) webSocket.terminate();
    });
  });
  return setInterval(() => {
    for (const webSocket of webSockets.clients) {
      if (webSocket.isPaused) {
        silent.delete(webSocket);
        continue;
      }
      if (silent.has(webSocket)) webSocket.terminate();
      else webSocket.ping();
      silent.add(webSocket);
    }
  }, idleMs / 2);
}
