import uWS from 'uWebSockets.js';
import { serve } from '@holbench/core/server/serve';
import { maxMessageBytes, openSession } from '@holbench/core/websocket/open-session';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { listen, uwsVersion } from './listen.ts';
import { deny, headOf, registerRoutes } from './uws-routes.ts';
import { UwsConnection } from './uws-connection.ts';

/** uWS takes no other. */
const IDLE_S = { least: 8, most: 960 } as const;

/** Data that uWS keeps with each WebSocket. */
interface SocketData {
  session?: ReturnType<typeof openSession>;
  connection?: UwsConnection;
}

/** WebSocket over TLS 1.3: uWebSockets.js; the page itself over HTTP/1.1. */
await serve(await uwsVersion(), async (served) => {
  const { options, lab, pageRoutes, counter } = served;
  const { idleMs, unreadBytes } = options.limits;
  const app = uWS.SSLApp({ cert_file_name: options.cert, key_file_name: options.key });

  app.ws<SocketData>(WEBSOCKET_PATH, {
    compression: options.factors.compression === 'off' ? uWS.DISABLED : uWS.SHARED_COMPRESSOR,
    // uWS drops a connection beyond this limit without a close frame. The session's lower limit
    // closes with 1009 first.
    maxPayloadLength: 2 * maxMessageBytes(options),
    // More than a session lets wait: chunks of all downloads, and an answer.
    maxBackpressure: Math.max(4 * unreadBytes, 4 * maxMessageBytes(options)),
    closeOnBackpressureLimit: 1,
    // A page that only listens is silent; uWS pings it in time.
    idleTimeout: Math.min(IDLE_S.most, Math.max(IDLE_S.least, Math.round(idleMs / 1_000))),
    sendPingsAutomatically: true,
    upgrade: (response, request, context) => {
      const refusal = options.gate(headOf(request));
      if (refusal) return deny(response, refusal);
      const offered = request.getHeader('sec-websocket-protocol').split(/\s*,\s*/);
      if (!offered.includes(WEBSOCKET_SUBPROTOCOL)) {
        response.cork(() => response.writeStatus('400 Bad Request').end());
        return;
      }
      response.upgrade<SocketData>(
        {},
        request.getHeader('sec-websocket-key'),
        WEBSOCKET_SUBPROTOCOL,
        request.getHeader('sec-websocket-extensions'),
        context,
      );
    },
    open: (webSocket) => {
      counter.count('websocket');
      const data = webSocket.getUserData();
      data.connection = new UwsConnection(webSocket, options.factors.compression !== 'off');
      data.session = openSession(lab, options, data.connection);
    },
    message: (webSocket, message, isBinary) => {
      const { session, connection } = webSocket.getUserData();
      // The message belongs to uWS and is valid only here.
      const copy = new Uint8Array(message.slice(0));
      // A workaround that costs one turn of the event loop per message: a send from inside this
      // callback breaks the connection (docs/decisions/0018).
      setImmediate(() => {
        if (connection?.closed.aborted) return;
        if (isBinary) session?.receiveBinary(copy);
        else session?.receiveText(copy);
      });
    },
    ping: (webSocket, { byteLength }) => {
      const isFull = webSocket.getBufferedAmount() > 0;
      webSocket.getUserData().session?.receivePing(byteLength, isFull);
    },
    pong: (webSocket, payload) =>
      webSocket.getUserData().session?.receivePong(Buffer.from(payload).toString()),
    drain: (webSocket) => webSocket.getUserData().connection?.onDrain(),
    close: (webSocket) => webSocket.getUserData().connection?.onClose(),
  });

  registerRoutes(app, pageRoutes, served);
  return listen(app, options);
});
