import { EventEmitter } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { DEFAULT_LIMITS } from '@holbench/core/server/client-limits';
import { readerOf, UnreadAnswers } from '@holbench/core/unread-answers';
import { expect, test, vi } from 'vitest';
import { SpdyQueue } from './spdy-response.ts';

function queued() {
  const socket = new EventEmitter();
  const pingFrame = vi.fn<(frame: object) => void>();
  const framer = { readableLength: 0, pingFrame };
  const terminate = vi.fn<() => void>();
  const reader = readerOf(terminate);
  const unread = new UnreadAnswers(DEFAULT_LIMITS, 100_000);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue only listens to it
  const queue = new SpdyQueue(socket as unknown as TLSSocket, framer, unread, reader);
  return { socket, framer, pingFrame, terminate, reader, queue };
}

test('what streams hold and what spdy queues counts as unread files, until TLS takes it', () => {
  const { socket, framer, reader, queue } = queued();
  queue.hold(1_000);
  framer.readableLength = 600;
  queue.hold(-700);
  expect(reader.uses.files).toBe(300 + 600);
  framer.readableLength = 0;
  socket.emit('drain');
  expect(reader.uses.files).toBe(300);
});

test('streams write on when the queue is short enough', () => {
  const { socket, framer, queue } = queued();
  const onWritable = vi.fn<() => void>();
  framer.readableLength = 40_000_000;
  queue.hold(0);
  queue.onceWritable(onWritable);
  socket.emit('drain');
  expect(onWritable).not.toHaveBeenCalled();
  framer.readableLength = 10_000_000;
  socket.emit('drain');
  expect(onWritable).toHaveBeenCalledOnce();
});

test('a client that leaves more than 1,024 answers to pings unread is cut off', () => {
  const { socket, framer, pingFrame, terminate } = queued();
  framer.readableLength = 1;
  for (let ping = 0; ping < 1_024; ping++) framer.pingFrame({});
  framer.readableLength = 0;
  socket.emit('drain');
  framer.readableLength = 1;
  for (let ping = 0; ping < 1_024; ping++) framer.pingFrame({});
  expect(terminate).not.toHaveBeenCalled();
  framer.pingFrame({});
  expect(terminate).toHaveBeenCalledOnce();
  expect(pingFrame).toHaveBeenCalledTimes(2_048);
});
