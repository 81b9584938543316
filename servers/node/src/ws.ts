import bufferutilPackage from 'bufferutil/package.json' with { type: 'json' };
import fastifyPackage from 'fastify/package.json' with { type: 'json' };
import { WebSocketServer } from 'ws';
import wsPackage from 'ws/package.json' with { type: 'json' };
import { serve } from '@holbench/core/server/serve';
import { maxMessageBytes, openSession } from '@holbench/core/websocket/open-session';
import { MAX_MESSAGE_BYTES } from '@holbench/protocol/wire-limits';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { webSocketOver } from '@holbench/variants/protocols';
import { http1Server, protocolOf, registerRoutes } from './fastify-routes.ts';
import { beginHeartbeat } from './heartbeat.ts';
import { headOf } from './request-head.ts';
import { WsConnection } from './ws-connection.ts';

const VERSIONS = {
  fastify: fastifyPackage.version,
  ws: wsPackage.version,
  bufferutil: bufferutilPackage.version,
};

/** What `ws` allows one message by default. Its types do not know the option. */
const MAX_FRAGMENTS = 16_384;

/** As many fragments per byte as by default, up to messages of 16 MiB: each fragment takes memory of its own. */
const messageLimits = (maxPayload: number): { maxPayload: number; maxFragments: number } => ({
  maxPayload,
  maxFragments:
    MAX_FRAGMENTS * Math.min(16, Math.max(1, Math.ceil(maxPayload / MAX_MESSAGE_BYTES))),
});

/**
 * WebSocket over TLS 1.3, or without TLS behind a proxy: `ws` with `bufferutil`; the page itself
 * over HTTP/1.1.
 */
await serve(VERSIONS, async (served) => {
  const { options, lab, pageRoutes, counter } = served;
  const fastify = await http1Server(options);
  registerRoutes(fastify, pageRoutes, served);

  const webSockets = new WebSocketServer({
    noServer: true,
    path: WEBSOCKET_PATH,
    ...messageLimits(maxMessageBytes(options)),
    perMessageDeflate: options.factors.compression !== 'off',
    handleProtocols: () => WEBSOCKET_SUBPROTOCOL,
  });
  fastify.server.on('upgrade', (request, socket, head) => {
    // A client that resets the connection of a refusal must not end the server.
    socket.on('error', () => socket.destroy());
    if (options.gate(headOf(request))) {
      socket.end(`HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n`);
      return;
    }
    const offered = request.headers['sec-websocket-protocol']
      ?.split(',')
      .map((name) => name.trim());
    if (!webSockets.shouldHandle(request) || !offered?.includes(WEBSOCKET_SUBPROTOCOL)) {
      socket.end(`HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n`);
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSockets.emit('connection', webSocket, request);
      counter.count(webSocketOver(protocolOf(request, options)));
      const session = openSession(lab, options, new WsConnection(webSocket, socket));
      webSocket.on('message', (data, isBinary) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `binaryType` is `nodebuffer`: each message is one Buffer of its own
        const message = data as Buffer<ArrayBuffer>;
        if (isBinary) session.receiveBinary(message);
        else session.receiveText(message);
      });
      webSocket.on('ping', ({ byteLength }) =>
        session.receivePing(byteLength, socket.writableNeedDrain),
      );
      webSocket.on('pong', (payload) => session.receivePong(payload.toString()));
    });
  });

  const heartbeat = beginHeartbeat(webSockets, options.limits.idleMs);

  await fastify.listen(options.listenOn);
  return async () => {
    clearInterval(heartbeat);
    for (const webSocket of webSockets.clients) webSocket.terminate();
    await fastify.close();
  };
});
