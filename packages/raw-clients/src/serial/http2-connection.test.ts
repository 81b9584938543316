import { once } from 'node:events';
import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RecordingSink } from '../../fixtures/recording-sink.ts';
import { Http2Connection } from './http2-connection.ts';

const GET = { method: 'GET', path: '/' } as const;

let server: ReturnType<typeof createServer>;
let socket: Socket;
let connection: Http2Connection;
/** What the server does with each request. */
let answer: (stream: ServerHttp2Stream) => void;

beforeEach(async () => {
  server = createServer().on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => {});
    answer(stream);
  });
  server.on('connection', (accepted) => (socket = accepted));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  connection = await Http2Connection.open(`http://127.0.0.1:${port}`);
});
afterEach(async () => {
  await connection[Symbol.asyncDispose]();
  server.close();
});

/** Resolves when it has ended or failed. */
async function asked(request: Parameters<Http2Connection['request']>[0] = GET) {
  const { promise, resolve } = Promise.withResolvers<void>();
  class Settling extends RecordingSink {
    override end(): void {
      super.end();
      resolve();
    }
    override fail(error: Error): void {
      super.fail(error);
      resolve();
    }
  }
  const sink = new Settling();
  connection.request(request, sink);
  await promise;
  return sink;
}

/** Begins an answer without a length, and hands on when the client has its first piece. */
function begin(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200 });
  stream.write('he');
}

describe('HTTP/2 by Node', () => {
  test('an answer, with and without a length', async () => {
    answer = (stream) => {
      begin(stream);
      stream.end('llo');
    };
    expect(await asked()).toMatchObject({ answer: [200, null, 'hello'], ended: true });
    answer = (stream) => {
      stream.respond({ ':status': 404, 'content-length': 2 });
      stream.end('no');
    };
    expect(await asked()).toMatchObject({ answer: [404, 2, 'no'], ended: true });
  });

  test('an answer before the end of the body', async () => {
    answer = (stream) => {
      stream.respond({ ':status': 413 }, { endStream: true });
      stream.close(constants.NGHTTP2_NO_ERROR);
    };
    const sink = await asked({ method: 'POST', path: '/', body: 'x'.repeat(1_000_000) });
    expect(sink).toMatchObject({ answer: [413, null, ''], ended: true, failure: null });
  });

  test.each([
    ['CANCEL', new DOMException('cancelled', 'AbortError')],
    ['INTERNAL_ERROR', new Error('of the server')],
  ])('a reset with %s fails its stream alone', async (_code, error) => {
    answer = (stream) => {
      begin(stream);
      // `close` would end it first.
      setTimeout(() => stream.destroy(error), 20);
    };
    const sink = await asked();
    expect([sink.answer, sink.ended]).toEqual([[200, null, 'he'], false]);
    expect(sink.failure).not.toBeNull();
    answer = (stream) => stream.end('ok');
    expect(await asked()).toMatchObject({ answer: [200, null, 'ok'], ended: true });
  });

  test.each(['end', 'destroy', 'resetAndDestroy'] as const)(
    'a connection that the server leaves (%s) fails what is open, and everything later',
    async (how) => {
      answer = (stream) => {
        begin(stream);
        setTimeout(() => socket[how](), 20);
      };
      const sink = await asked();
      expect([sink.answer, sink.ended]).toEqual([[200, null, 'he'], false]);
      await connection.closed;
      expect((await asked()).failure).not.toBeNull();
    },
  );

  test('after GOAWAY what is open is answered, and nothing later', async () => {
    let later: Promise<RecordingSink> | undefined;
    answer = (stream) => {
      begin(stream);
      stream.session?.goaway();
      setTimeout(() => {
        later = asked();
        stream.end('llo');
      }, 50);
    };
    expect(await asked()).toMatchObject({ answer: [200, null, 'hello'], ended: true });
    expect((await later)?.failure).toBe('the server closed the connection');
  });

  test('an answer that is not what it should be closes the connection', async () => {
    answer = (stream) => stream.end('hello');
    const sink = new RecordingSink();
    sink.body = () => {
      throw new Error('not expected');
    };
    connection.request(GET, sink);
    expect((await connection.closed).message).toBe('not expected');
    expect([sink.ended, sink.failure]).toEqual([false, 'not expected']);
  });
});
