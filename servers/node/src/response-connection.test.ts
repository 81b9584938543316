import { once } from 'node:events';
import { createServer as createHttp1, get, type ServerResponse } from 'node:http';
import { connect, createServer as createHttp2, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { expect, test } from 'vitest';
import { ResponseConnection } from './response-connection.ts';

type Response = ServerResponse | Http2ServerResponse;

const PROTOCOLS = {
  'HTTP/1.1': {
    server: () => createHttp1(),
    /** Asks, and resets the request as soon as the server has it. */
    reset: (port: number, received: Promise<unknown>) => {
      const request = get({ port, host: '127.0.0.1' }).on('error', () => {});
      void received.then(() => request.destroy());
    },
  },
  'HTTP/2': {
    server: () => createHttp2(),
    reset: (port: number, received: Promise<unknown>) => {
      const session = connect(`http://127.0.0.1:${port}`);
      const stream = session.request().on('error', () => {});
      void received.then(() => stream.close());
      stream.once('close', () => session.destroy());
    },
  },
};

test.each(Object.entries(PROTOCOLS))(
  'over %s a client that left before its answer began is closed, and waits for no drain',
  async (_protocol, { server: create, reset }) => {
    const server: Server = create();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const received = once(server, 'request');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
    reset((server.address() as AddressInfo).port, received);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node gives a `request` listener
    const [, response] = (await received) as [unknown, Response];
    await once(response, 'close');

    const connection = new ResponseConnection(response);
    expect(connection.closed.aborted).toBe(true);
    expect(connection.send(new Uint8Array(1))).toBe('closed');
    await connection.drained();
    server.close();
  },
);
