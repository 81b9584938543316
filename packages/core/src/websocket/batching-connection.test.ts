import { CHUNK_HEADER_BYTES, writeChunkHeader } from '@holbench/protocol/chunk-frame';
import { expect, test } from 'vitest';
import { FakePeer } from '../../fixtures/fake-peer.ts';
import { BatchingConnection } from './batching-connection.ts';

const LISTED = JSON.stringify({ type: 'listed', requestId: 1, covalues: [] });

function frame(): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(CHUNK_HEADER_BYTES + 1);
  writeChunkHeader(frame, 1, 0);
  return frame;
}

test('bytes that make it full have drained when the connection below has', async () => {
  const peer = new FakePeer();
  const connection = new BatchingConnection(peer, 1_000);
  peer.reads = false;
  expect(connection.send(frame())).toBe('full');
  let hasDrained = false;
  const drained = connection.drained().then(() => (hasDrained = true));
  await new Promise(setImmediate);
  expect(hasDrained).toBe(false);
  peer.readOn();
  await drained;
});

test('bytes do not overtake the batch before them', () => {
  const peer = new FakePeer();
  const connection = new BatchingConnection(peer, 1_000);
  connection.send(LISTED);
  connection.send(frame());
  expect(peer.messages).toHaveLength(1);
  expect(peer.sends).toBe(2);
});

test('takes nothing after its close', () => {
  const peer = new FakePeer();
  const connection = new BatchingConnection(peer, 1_000);
  connection.close();
  expect([connection.send(LISTED), connection.send(frame())]).toEqual(['closed', 'closed']);
});
