import { describe, expect, test, vi } from 'vitest';
import type { LabUnderTest } from '../../lab/lab-under-test.ts';
import { idWithFile, TEXT } from '../../lab/page-operations.ts';
import { RawWebSocket } from '@holbench/raw-clients/web-socket';

/** Time for a server that does not keep to the window to show it. */
const WATCHED_MS = 300;

/** What a page's sockets send goes through here, for the time of a test. */
interface WatchedSocket {
  send: (data: Parameters<WebSocket['send']>[0]) => void;
}

export function describeBulkWindow(lab: LabUnderTest, windowBytes: number): void {
  const { chunkBytes } = lab.factors;
  /** A chunk longer than the window travels alone. */
  const mostBytes = Math.max(windowBytes, chunkBytes);

  const bytesOf = (socket: RawWebSocket): number =>
    socket.chunks.reduce((bytes, { length }) => bytes + length, 0);

  describe('the bulk window', () => {
    test('bounds what is on its way to a page that does not acknowledge, over all downloads', async () => {
      const id = await idWithFile(lab.page(0), 0);
      await using socket = await RawWebSocket.open(lab.origin);
      for (const requestId of [1, 2, 3]) socket.sendText({ type: 'loadFile', requestId, id });
      await vi.waitFor(() => expect(bytesOf(socket)).toBe(mostBytes));
      await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
      expect(bytesOf(socket)).toBe(mostBytes);

      const [first] = socket.chunks;
      if (!first) throw new Error('no chunk came');
      const { requestId, index } = first;
      socket.sendText({ type: 'chunkReceived', requestId, index });
      await vi.waitFor(() => expect(bytesOf(socket)).toBe(mostBytes + chunkBytes));
      lab.brokenTransfers += 3;
    });

    test('leaves the way free: a small message is answered meanwhile', async () => {
      const id = await idWithFile(lab.page(0), 0);
      await using socket = await RawWebSocket.open(lab.origin);
      socket.sendText({ type: 'loadFile', requestId: 1, id });
      await vi.waitFor(() => expect(bytesOf(socket)).toBe(mostBytes));
      socket.sendText({ type: 'load', requestId: 2, id });
      await socket.message('loaded', 2);
      lab.brokenTransfers++;
    });

    test('is kept by a page over all of its uploads', async () => {
      const bytes = 6 * chunkBytes;
      const most = await lab.page(0).evaluate(
        async ({ bytes, text }) => {
          const transport = await window.holbench.transport();
          const prototype: WatchedSocket = WebSocket.prototype;
          const { send } = prototype;
          const lengths = new Map<string, number>();
          const watched = { onTheWay: 0, most: 0 };
          const sent = (key: string, length: number): void => {
            lengths.set(key, length);
            watched.onTheWay += length;
            watched.most = Math.max(watched.most, watched.onTheWay);
          };
          prototype.send = function (this: WebSocket, data) {
            if (data instanceof Uint8Array) {
              const view = new DataView(data.buffer, data.byteOffset);
              sent(`${view.getUint32(0)} ${view.getUint32(4)}`, data.byteLength - 8);
            } else if (typeof data === 'string' && data.startsWith('{"type":"chunk",')) {
              const chunk: { requestId: number; index: number; data: string } = JSON.parse(data);
              sent(`${chunk.requestId} ${chunk.index}`, atob(chunk.data).length);
            }
            send.call(this, data);
          };
          // Seen as the page itself reads it: a listener of the test's own would come after the
          // page's, which has sent the next chunks then.
          const read = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
          if (!read) throw new Error('no data to watch');
          Object.defineProperty(MessageEvent.prototype, 'data', {
            ...read,
            get(this: MessageEvent) {
              const data: unknown = read.get?.call(this);
              if (typeof data !== 'string') return data;
              for (const json of data.split('\n')) {
                const { type, requestId, index }: Record<string, unknown> = JSON.parse(json);
                const key = `${String(requestId)} ${String(index)}`;
                if (type !== 'chunkStored') continue;
                watched.onTheWay -= lengths.get(key) ?? 0;
                lengths.delete(key);
              }
              return data;
            },
          });
          const content = new Uint8Array(bytes);
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
          const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'));
          const source = {
            declaration: { bytes, sha256: hex.join('') },
            chunk: (index: number, size: number) => content.slice(index * size, (index + 1) * size),
          };
          const signal = AbortSignal.timeout(9_000);
          const upload = async (): Promise<unknown> =>
            transport.createWithFile(text, source, signal);
          await Promise.all([upload(), upload(), upload()]);
          prototype.send = send;
          Object.defineProperty(MessageEvent.prototype, 'data', read);
          return watched.most;
        },
        { bytes, text: TEXT },
      );
      expect(most).toBe(mostBytes);
    });

    test.each([
      ['for an unknown request', 9, [0], 'unknown_download'],
      ['of a chunk not sent', 1, [999_999], 'chunk_index'],
      ['of a chunk for the second time', 1, [0, 0], 'chunk_repeated'],
    ])(
      'an acknowledgement %s fails its download alone',
      async (_name, requestId, indexes, code) => {
        const id = await idWithFile(lab.page(0), 0);
        await using socket = await RawWebSocket.open(lab.origin);
        socket.sendText({ type: 'loadFile', requestId: 1, id });
        await vi.waitFor(() => expect(socket.chunks.length).toBeGreaterThan(0));
        for (const index of indexes) socket.sendText({ type: 'chunkReceived', requestId, index });
        expect((await socket.message('failed', requestId)).error).toBe(code);
        socket.sendText({ type: 'load', requestId: 2, id });
        await socket.message('loaded', 2);
        lab.brokenTransfers++;
      },
    );

    test.each([-1, 0.5, 2 ** 32])('an acknowledgement of chunk %d is no message', async (index) => {
      await using socket = await RawWebSocket.open(lab.origin);
      socket.sendText({ type: 'chunkReceived', requestId: 1, index });
      expect((await socket.message('failed', 1)).error).toBe('invalid_message');
    });
  });
}
