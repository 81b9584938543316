import { readFileSync } from 'node:fs';
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { BatchingConnection } from '@holbench/core/websocket/batching-connection';
import { PiecewiseConnection } from '@holbench/server-node/piecewise-connection';
import { ResponseConnection } from '@holbench/server-node/response-connection';
import { WsConnection } from '@holbench/server-node/ws-connection';
import { WebSocketServer } from 'ws';
import { behaviourAt, listening } from './serve-behaviour.ts';

/** Program: one of Node's connections, over TLS but for `http1-plain`. Arguments: which, certificate, key. */
const [kind = '', certificate = '', key = ''] = process.argv.slice(2);
const tls = { cert: readFileSync(certificate), key: readFileSync(key) };
const server = kind.startsWith('http2') ? http2(kind === 'http2-piecewise') : http1();
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
server.listen(0, '127.0.0.1', () => listening((server.address() as AddressInfo).port));

function http1() {
  const answer = (request: IncomingMessage, response: ServerResponse): void =>
    behaviourAt(request.url).run(new ResponseConnection(response));
  const server = kind === 'http1-plain' ? createPlainServer(answer) : createServer(tls, answer);
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, socket, head) => {
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new WsConnection(webSocket, socket);
      const used = kind === 'batching' ? new BatchingConnection(connection, 5) : connection;
      behaviourAt(request.url).run(used);
    });
  });
  return server;
}

function http2(inPieces: boolean) {
  return createSecureServer(tls, (request, response) => {
    const connection = inPieces
      ? new PiecewiseConnection(response, 16 * 1024)
      : new ResponseConnection(response);
    behaviourAt(request.url).run(connection);
  });
}
