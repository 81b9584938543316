import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../../lab/lab-under-test.ts';
import { idWithFile } from '../../lab/page-operations.ts';
import { RawWebSocket } from '@holbench/raw-clients/web-socket';

const COUNT = 20;

/** What a page's sockets send goes through here, for the time of a test. */
interface WatchedSocket {
  send: (data: Parameters<WebSocket['send']>[0]) => void;
}

export function describeBatches(lab: LabUnderTest): void {
  describe('batches', () => {
    test('a page and its server send small messages together', async () => {
      const id = await idWithFile(lab.page(0), 0);
      const counted = await lab.page(0).evaluate(
        async ({ id, count }) => {
          const transport = await window.holbench.transport();
          const prototype: WatchedSocket = WebSocket.prototype;
          const { send } = prototype;
          const counted = { sent: 0, received: 0 };
          const sockets = new Set<WebSocket>();
          prototype.send = function (this: WebSocket, data) {
            counted.sent++;
            if (!sockets.has(this)) this.addEventListener('message', () => counted.received++);
            sockets.add(this);
            send.call(this, data);
          };
          const signal = AbortSignal.timeout(5_000);
          const loads = Array.from({ length: count }, () => transport.load(id, signal));
          const answers = await Promise.all(loads);
          prototype.send = send;
          return { ...counted, right: answers.every(({ value }) => value.id === id) };
        },
        { id, count: COUNT },
      );
      expect(counted.right).toBe(true);
      expect(counted.sent).toBeLessThan(COUNT / 4);
      expect(counted.received).toBeLessThan(COUNT / 4);
    });

    test('what waits is sent before the page closes its connection', async () => {
      const page = await lab.openPage();
      const sent = await page.evaluate(
        async (id) => {
          const transport = await window.holbench.transport();
          const prototype: WatchedSocket = WebSocket.prototype;
          const { send } = prototype;
          const sent: unknown[] = [];
          prototype.send = function (this: WebSocket, data) {
            sent.push(this.readyState === WebSocket.OPEN ? data : 'too late');
            send.call(this, data);
          };
          void transport.load(id, AbortSignal.timeout(5_000)).catch(() => {});
          // The request waits for the promise of the socket, and so will the end.
          transport.close();
          await new Promise((resolve) => setTimeout(resolve, 50));
          return sent;
        },
        await idWithFile(lab.page(0), 0),
      );
      await page.context().close();
      expect(sent).toMatchObject([expect.stringMatching(/^\{"type":"load"/)]);
    });

    test('a line that is not JSON: what was before it is answered, then closed with 1007', async () => {
      await using socket = await RawWebSocket.open(lab.origin);
      const line = (requestId: number): string => JSON.stringify({ type: 'list', requestId });
      socket.sendText(Buffer.from([line(1), '{"type":', line(2)].join('\n')));
      expect((await socket.message('failed', null)).error).toBe('malformed_message');
      expect((await socket.closed).code).toBe(1007);
      expect(socket.messages.filter(({ type }) => type === 'listed')).toHaveLength(1);
    });

    test('a line of another shape fails alone', async () => {
      await using socket = await RawWebSocket.open(lab.origin);
      const line = (requestId: number): string => JSON.stringify({ type: 'list', requestId });
      socket.sendText(Buffer.from([line(1), '{"type":"load","requestId":7}', line(2)].join('\n')));
      expect((await socket.message('failed', 7)).error).toBe('invalid_message');
      await socket.message('listed', 1);
      await socket.message('listed', 2);
    });

    test('a batch of nothing but line breaks: closed with 1007', async () => {
      await using socket = await RawWebSocket.open(lab.origin);
      socket.sendText(Buffer.alloc(1024 * 1024, '\n'));
      expect((await socket.closed).code).toBe(1007);
      expect(socket.messages.filter(({ type }) => type === 'failed')).toHaveLength(1);
    });
  });
}
