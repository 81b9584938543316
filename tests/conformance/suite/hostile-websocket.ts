import { MAX_MESSAGE_BYTES } from '@holbench/protocol/wire-limits';
import { describe, expect, test, vi } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';
import { idWithFile, TEXT } from '../lab/page-operations.ts';
import { RawWebSocket } from '@holbench/raw-clients/web-socket';

const UNKNOWN = 'co_ffffffffffffffff';

/**
 * uWS drops a connection without a close frame where it finds the error itself: its client sees
 * 1006 (docs/reference/protocol.md).
 */
const ABNORMAL = 1006;

export function describeHostileWebSocket(lab: LabUnderTest): void {
  const saysWhy = lab.variant.capabilities.includes('close-codes');

  describe('hostile WebSocket messages', () => {
    test.each<[string, object, string]>([
      ['an unknown id', { type: 'load', id: UNKNOWN }, 'unknown_covalue'],
      ['the file of an unknown id', { type: 'loadFile', id: UNKNOWN }, 'unknown_covalue'],
      ['the events of an unknown id', { type: 'subscribe', id: UNKNOWN }, 'unknown_covalue'],
      ['a path for an id', { type: 'load', id: '../../etc/passwd' }, 'invalid_message'],
      ['a very long id', { type: 'load', id: 'a'.repeat(100_000) }, 'invalid_message'],
      ['an unknown type', { type: 'shutdown' }, 'invalid_message'],
      ['an unknown field', { type: 'list', admin: true }, 'invalid_message'],
      ['a wrong type', { type: 'create', text: { ...TEXT, title: 1 } }, 'invalid_message'],
      [
        'a negative event id',
        { type: 'subscribe', id: UNKNOWN, lastEventId: -1 },
        'invalid_message',
      ],
      ['an empty mutation', { type: 'mutate', id: UNKNOWN, mutation: {} }, 'invalid_message'],
    ])('%s fails its request, and the connection lives on', async (_name, message, code) => {
      await using socket = await RawWebSocket.open(lab.origin);
      socket.sendText({ ...message, requestId: 7 });
      const failed = await socket.message('failed', 7);
      expect(failed.error).toBe(code);
      expect(failed.message).not.toBe('');
      socket.sendText({ type: 'list', requestId: 8 });
      await socket.message('listed', 8);
    });

    test('a request id that is open already', async () => {
      const id = await idWithFile(lab.page(0), 0);
      await using socket = await RawWebSocket.open(lab.origin);
      socket.sendText({ type: 'subscribe', requestId: 1, id });
      socket.sendText({ type: 'list', requestId: 1 });
      expect((await socket.message('failed', null)).error).toBe('invalid_message');
    });

    test('a chunk for no upload', async () => {
      await using socket = await RawWebSocket.open(lab.origin);
      socket.sendChunk(9, 0, new Uint8Array(1));
      expect((await socket.message('failed', 9)).error).toBe('unknown_upload');
    });

    test('a burst of chunks for no upload: each is answered, and the connection lives on', async () => {
      await using socket = await RawWebSocket.open(lab.origin);
      for (let index = 0; index < 20; index++) socket.sendChunk(9, index, new Uint8Array(100_000));
      socket.sendText({ type: 'list', requestId: 8 });
      await socket.message('listed', 8);
      expect(socket.messages.filter(({ type }) => type === 'failed')).toHaveLength(20);
    });

    test('what is not JSON: failed, then closed with 1007', async () => {
      await using socket = await RawWebSocket.open(lab.origin);
      socket.sendText(Buffer.from('{"type":'));
      expect((await socket.message('failed', null)).error).toBe('malformed_message');
      expect((await socket.closed).code).toBe(1007);
    });

    test('text that is not UTF-8: closed with 1007', async () => {
      await using socket = await RawWebSocket.open(lab.origin);
      socket.sendText(Buffer.from([0x22, 0xff, 0xfe, 0x22]));
      expect((await socket.closed).code).toBe(saysWhy ? 1007 : ABNORMAL);
    });

    test.each([0, 1, 8])('a binary message of %i bytes: closed with 1003', async (length) => {
      await using socket = await RawWebSocket.open(lab.origin);
      socket.sendBinary(new Uint8Array(length));
      expect((await socket.message('failed', null)).error).toBe('unsupported_data');
      expect((await socket.closed).code).toBe(1003);
    });

    test.each(['text', 'binary'])('%s over 1 MiB: closed with 1009', async (kind) => {
      await using socket = await RawWebSocket.open(lab.origin);
      const message = Buffer.alloc(MAX_MESSAGE_BYTES + 1, ' ');
      if (kind === 'text') socket.sendText(message);
      else socket.sendBinary(message);
      expect((await socket.closed).code).toBe(1009);
    });

    test('text of 1 MiB exactly is taken', async () => {
      await using socket = await RawWebSocket.open(lab.origin);
      const json = JSON.stringify({ type: 'list', requestId: 1 });
      socket.sendText(Buffer.from(json.padEnd(MAX_MESSAGE_BYTES, ' ')));
      await socket.message('listed', 1);
    });

    test('a message over every limit: closed', async () => {
      await using socket = await RawWebSocket.open(lab.origin);
      socket.sendBinary(Buffer.alloc(3 * MAX_MESSAGE_BYTES));
      expect((await socket.closed).code).toBe(saysWhy ? 1009 : ABNORMAL);
    });

    test.each(['holbench.v0', 'chat'])('the subprotocol %s is refused', async (protocol) => {
      await expect(RawWebSocket.open(lab.origin, { subprotocol: protocol })).rejects.toThrow(
        /: 400$/,
      );
    });

    test('a client that crashes amid an upload leaves no file', async () => {
      const files = await lab.uploadedFiles();
      {
        await using socket = await RawWebSocket.open(lab.origin);
        const file = { bytes: 200_000, sha256: '0'.repeat(64) };
        socket.sendText({ type: 'create', requestId: 1, text: TEXT, file });
        await socket.message('created', 1);
        socket.sendChunk(1, 0, new Uint8Array(102_400));
        await socket.message('chunkStored', 1);
        expect(await lab.uploadedFiles()).toHaveLength(files.length + 1);
      }
      lab.brokenTransfers++;
      await vi.waitFor(async () => expect(await lab.uploadedFiles()).toEqual(files), 5_000);
    });
  });
}
