import { once } from 'node:events';
import { createServer } from 'node:http2';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { Flag, frameOf, FrameType, getRequest, PREFACE } from './http2-frames.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

test('a frame has length, type, flags and stream', () => {
  const frame = frameOf(FrameType.HEADERS, Flag.END_STREAM, 0x12345, Buffer.from('ab'));
  expect(frame).toEqual(hex('000002 01 01 00012345 6162'));
});

test('the header block of a request', () => {
  const block = '82 87 01056c61623a31 04092f636f76616c756573';
  expect(getRequest('lab:1', '/covalues')).toEqual(hex(block));
});

test('a path longer than the prefix of its length', () => {
  const block = getRequest('', `/${'x'.repeat(299)}`);
  // 300 = 127 + 45 + 128 × 1
  expect(block.subarray(0, 9)).toEqual(hex('82 87 0100 04 7fad01 2f'));
  expect(block).toHaveLength(2 + 2 + 4 + 300);
});

test('Node reads the request', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  const path = `/${'x'.repeat(299)}`;
  const flags = Flag.END_HEADERS | Flag.END_STREAM;
  socket.write(PREFACE);
  socket.write(frameOf(FrameType.SETTINGS, 0, 0, Buffer.alloc(0)));
  socket.write(frameOf(FrameType.HEADERS, flags, 1, getRequest('lab:1', path)));
  const [, headers] = await once(server, 'stream');
  const expected = { ':method': 'GET', ':scheme': 'https', ':authority': 'lab:1', ':path': path };
  expect(headers).toMatchObject(expected);
  socket.destroy();
  server.close();
});
