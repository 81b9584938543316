import { ResponseConnection } from '@holbench/server-uws/response-connection';
import { UwsConnection } from '@holbench/server-uws/uws-connection';
import uWS from 'uWebSockets.js';
import { behaviourAt, listening } from './serve-behaviour.ts';

/** Program: one of uWebSockets.js' connections over TLS. Arguments: which, certificate, key. */
const [kind = '', certificate = '', key = ''] = process.argv.slice(2);

interface SocketData {
  readonly url: string;
  connection?: UwsConnection;
}

uWS
  .SSLApp({ cert_file_name: certificate, key_file_name: key })
  .ws<SocketData>('/*', {
    compression: uWS.DISABLED,
    maxBackpressure: 64 * 1024 * 1024,
    upgrade: (response, request, context) =>
      response.upgrade<SocketData>(
        { url: request.getUrl() },
        request.getHeader('sec-websocket-key'),
        request.getHeader('sec-websocket-protocol'),
        request.getHeader('sec-websocket-extensions'),
        context,
      ),
    open: (webSocket) => {
      const data = webSocket.getUserData();
      data.connection = new UwsConnection(webSocket, false);
      behaviourAt(data.url).run(data.connection);
    },
    drain: (webSocket) => webSocket.getUserData().connection?.onDrain(),
    close: (webSocket) => webSocket.getUserData().connection?.onClose(),
  })
  .get('/*', (response, request) => {
    const closed = new AbortController();
    response.onAborted(() => closed.abort());
    const served = behaviourAt(request.getUrl());
    const length = kind === 'content-length' ? served.contentLength : null;
    served.run(new ResponseConnection(response, length, closed.signal));
  })
  .listen('127.0.0.1', 0, (socket) => {
    if (socket) listening(uWS.us_socket_local_port(socket));
  });
