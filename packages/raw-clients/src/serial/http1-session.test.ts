import { describe, expect, test } from 'vitest';
import { RecordingSink } from '../../fixtures/recording-sink.ts';
import { Http1Session, MAX_HEAD_BYTES } from './http1-session.ts';

const REQUEST = { method: 'GET', path: '/covalues' };

function opened(): { session: Http1Session; written: string[]; sink: RecordingSink } {
  const written: string[] = [];
  const session = new Http1Session('lab:8442', (text) => written.push(text));
  const sink = new RecordingSink();
  session.request(REQUEST, sink);
  return { session, written, sink };
}

const ANSWERS = {
  'a length': [
    'HTTP/1.1 200 OK\r\nContent-Length: 11\r\nDate: now\r\n\r\nhello world',
    [200, 11, 'hello world'],
  ],
  'an empty body': ['HTTP/1.1 404 \r\ncontent-length:0\r\n\r\n', [404, 0, '']],
  'no reason': ['HTTP/1.1 201\r\nx: y\r\ncontent-length: 1 \r\n\r\n!', [201, 1, '!']],
  chunks: [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0A\r\n world\r\n\r\n\r\n0\r\n\r\n',
    [200, null, 'hello world\r\n\r\n'],
  ],
} as const;

describe('HTTP/1.1', () => {
  test('a request, with its body in UTF-8', () => {
    const { session, written } = opened();
    session.receive(Buffer.from(ANSWERS['a length'][0]));
    session.request(
      {
        method: 'PATCH',
        path: '/covalues/x',
        headers: { 'content-type': 'application/json' },
        body: '{"a":"€"}',
      },
      new RecordingSink(),
    );
    expect(written).toEqual([
      'GET /covalues HTTP/1.1\r\nhost: lab:8442\r\n\r\n',
      'PATCH /covalues/x HTTP/1.1\r\nhost: lab:8442\r\ncontent-type: application/json\r\n' +
        'content-length: 11\r\n\r\n{"a":"€"}',
    ]);
  });

  test.each(Object.entries(ANSWERS))(
    'an answer with %s, split anywhere',
    (_name, [text, answer]) => {
      const bytes = Buffer.from(text);
      for (let split = 0; split <= bytes.length; split++) {
        const { session, sink } = opened();
        session.receive(bytes.subarray(0, split));
        session.receive(bytes.subarray(split));
        expect([sink.answer, sink.ended], `split at ${split}`).toEqual([answer, true]);
      }
      const { session, sink } = opened();
      for (const byte of bytes) session.receive(Buffer.of(byte));
      expect([sink.answer, sink.ended]).toEqual([answer, true]);
    },
  );

  test('a body comes piece by piece, before its end', () => {
    const { session, sink } = opened();
    session.receive(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nab'));
    expect([sink.answer, sink.ended]).toEqual([[200, 4, 'ab'], false]);
  });

  test('answers to one request after the other', () => {
    const { session, sink } = opened();
    session.receive(Buffer.from(ANSWERS['a length'][0]));
    const second = new RecordingSink();
    session.request(REQUEST, second);
    session.receive(Buffer.from(ANSWERS.chunks[0]));
    expect([sink.answer, second.answer]).toEqual([ANSWERS['a length'][1], ANSWERS.chunks[1]]);
  });

  test.each([
    ['HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', 'begins with "HTTP/1.0 200 OK'],
    ['HTTP/1.1 100 Continue\r\n\r\n', 'begins with "HTTP/1.1 100 Continue'],
    ['HTTP/1.1 200 OK\r\ndate: now\r\n\r\n', 'neither a content-length nor chunks'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1x\r\n\r\n', 'neither a content-length nor chunks'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab', '1 bytes after the end'],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;x\r\n', '"1;x" is not the size'],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n', '"b" after a chunk'],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\na: b\r\n', '"a: b" after a chunk'],
    ['x'.repeat(MAX_HEAD_BYTES + 1), `over ${MAX_HEAD_BYTES} bytes`],
    [`HTTP/1.1 200 ${'x'.repeat(MAX_HEAD_BYTES)}\r\n\r\n`, `over ${MAX_HEAD_BYTES} bytes`],
  ])('%j is an error', (text, message) => {
    expect(() => opened().session.receive(Buffer.from(text))).toThrow(message);
  });

  test('a head over the limit is an error, however it is split', () => {
    const { session } = opened();
    const feed = (): void => session.receive(Buffer.from('x'.repeat(1000)));
    for (let fed = 1000; fed <= MAX_HEAD_BYTES; fed += 1000) feed();
    expect(feed).toThrow(`over ${MAX_HEAD_BYTES} bytes`);
  });

  test('an answer without a request is an error', () => {
    const { session } = opened();
    session.receive(Buffer.from(ANSWERS['a length'][0]));
    expect(() => session.receive(Buffer.from('H'))).toThrow('after the end');
  });

  test('a close fails the open request, and later ones', () => {
    const { session, sink } = opened();
    session.close(new Error('closed'));
    const later = new RecordingSink();
    session.request(REQUEST, later);
    expect([sink.failure, later.failure]).toEqual(['closed', 'closed']);
  });
});
