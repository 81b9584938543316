import { MAX_MESSAGE_BYTES } from '@holbench/protocol/wire-limits';
import { beforeEach, expect, test, vi } from 'vitest';
import { OutgoingMessages } from './outgoing-messages.ts';

const BATCH_MS = 40;

let sent: string[];
let messages: OutgoingMessages;
let socket: { -readonly [Key in 'bufferedAmount' | 'readyState']: number } & Pick<
  WebSocket,
  'send'
>;
beforeEach(() => {
  sent = [];
  socket = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- messages are text
    send: (data) => void sent.push(data as string),
    bufferedAmount: 0,
    readyState: WebSocket.OPEN,
  };
  messages = new OutgoingMessages(socket);
});

test('go one by one until the server wants batches', () => {
  messages.send('1');
  messages.send('2');
  expect(sent).toEqual(['1', '2']);
});

test('then those of one batch time travel together, timed from the first of them', async () => {
  messages.batchFor(BATCH_MS);
  messages.send('1');
  const begunAt = performance.now();
  await new Promise((resolve) => setTimeout(resolve, BATCH_MS / 2));
  messages.send('2');
  expect(sent).toEqual([]);
  await vi.waitFor(() => expect(sent).toEqual(['1\n2']), { interval: 1 });
  expect(performance.now() - begunAt).toBeGreaterThanOrEqual(BATCH_MS - 1);
  messages.send('3');
  expect(sent).toHaveLength(1);
  await vi.waitFor(() => expect(sent).toEqual(['1\n2', '3']), { interval: 1 });
});

test('do not wait when there are more than a message may hold', async () => {
  messages.batchFor(BATCH_MS);
  const long = 'x'.repeat(MAX_MESSAGE_BYTES / 4);
  messages.send(long);
  messages.send(long);
  expect(sent).toEqual([long]);
  await vi.waitFor(() => expect(sent).toEqual([long, long]));
});

test('do not wait for the end of their connection', () => {
  messages.batchFor(BATCH_MS);
  messages.send('1');
  messages.flush();
  expect(sent).toEqual(['1']);
});

test('have left when what was given to the socket before them is no longer in its buffer', async () => {
  const left: string[] = [];
  socket.bufferedAmount = 1_000;
  messages.sendChunk(new Uint8Array(1_000));
  messages.send('ä', () => left.push('first'));
  socket.bufferedAmount = 1_002;
  messages.send('b', () => left.push('second'));
  socket.bufferedAmount = 1_003;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(left).toEqual([]);
  // A byte of the first is still in it, then only the second.
  socket.bufferedAmount = 2;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(left).toEqual([]);
  socket.bufferedAmount = 1;
  await vi.waitFor(() => expect(left).toEqual(['first']));
  socket.bufferedAmount = 0;
  await vi.waitFor(() => expect(left).toEqual(['first', 'second']));
});

test('of one batch leave together', async () => {
  const left: string[] = [];
  messages.batchFor(BATCH_MS);
  messages.send('1', () => left.push('1'));
  messages.send('2', () => left.push('2'));
  await vi.waitFor(() => expect(left).toEqual(['1', '2']));
});

test('of a closed socket never leave', async () => {
  let hasLeft = false;
  socket.bufferedAmount = 1;
  messages.send('1', () => (hasLeft = true));
  socket.readyState = WebSocket.CLOSED;
  await new Promise((resolve) => setTimeout(resolve, 30));
  socket.bufferedAmount = 0;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(hasLeft).toBe(false);
});

test('chunks wait until the socket has sent the last one, and messages overtake them', async () => {
  messages = new OutgoingMessages(socket, 'messages-first');
  const [first, second] = ['chunk 1', 'chunk 2'];
  messages.sendChunk(first);
  socket.bufferedAmount = first.length;
  messages.sendChunk(second);
  messages.send('message');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(sent).toEqual([first, 'message']);
  socket.bufferedAmount = 0;
  await vi.waitFor(() => expect(sent).toEqual([first, 'message', second]), { interval: 1 });
});
