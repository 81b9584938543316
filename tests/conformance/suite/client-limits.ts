import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningVariant, startVariant } from '@holbench/harness/start-variant';
import type { Tools } from '@holbench/harness/tools';
import { splitBatch } from '@holbench/protocol/message-batch';
import { openHttpClient, openRawClient } from '@holbench/raw-clients/open-client';
import { startWebSocket } from '@holbench/raw-clients/start-web-socket';
import { httpProtocol, isOverQuic } from '@holbench/variants/protocols';
import type { LabVariant } from '@holbench/variants/registry';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { statusesOf } from '../lab/raw-tls.ts';
import { openConnections, type SlowRequest, slowHttp1, slowHttp2 } from '../lab/slow-request.ts';

const LIMITS = { maxConnections: 6, requestMs: 500, idleMs: 1_000, pipelinedRequests: 2 } as const;
/** More than two refused bodies of which as much is read as a server does: 16 MiB. */
const ENDLESS_BYTES = 64 * 1024 ** 2;
/** What is read takes 5 s. More is asked for, and than the kernel's buffers hold, so that answers wait until the end. */
const SLOW = { asked: 400, read: 200 } as const;
const LONG_TEXT = { author: 'a', title: 't', summary: 's', preview: 'x'.repeat(100_000) };
/** Enough on a busy machine, and less than any limit that is not set here. */
const SOON = { timeout: 8_000 } as const;

/** Of the programs that have them from the harness, by raw clients: over TCP. */
export function describeClientLimits(variant: LabVariant, tools: Tools): void {
  const { id, proxy, protocol, server } = variant;
  const http = httpProtocol(variant);
  const obeys = proxy ? proxy.kind === 'envoy' : server.folder === 'node';
  if (!obeys || http === 'h3' || isOverQuic(protocol)) return;

  describe('limits on clients', () => {
    let lab: RunningVariant;
    beforeAll(async () => {
      const logFolder = join(tools.root, 'test-results', 'conformance', `limits-${id}`);
      lab = await startVariant(variant, { tools, fileBytes: 1_000, logFolder, limits: LIMITS });
    });
    afterAll(() => lab?.[Symbol.asyncDispose]());

    const slow = (): Promise<SlowRequest> => (http === 'h2' ? slowHttp2 : slowHttp1)(lab.port);
    const answers = async (): Promise<number> => {
      await using client = openHttpClient(http, lab.origin);
      return (await client.exchange({ path: '/healthz' })).status;
    };

    test('connections beyond the limit end at once, and those that leave make room', async () => {
      const { maxConnections } = LIMITS;
      // Again where one of an earlier test was still ending, and then made room.
      await vi.waitFor(async () => {
        await using connections = await openConnections(lab.port, 2 * maxConnections);
        await vi.waitFor(() => expect(connections.open()).toBeLessThanOrEqual(maxConnections));
        expect(connections.open()).toBeGreaterThan(0);
        await expect(answers()).rejects.toThrow();
      }, SOON);
      await vi.waitFor(async () => expect(await answers()).toBe(200), SOON);
    });

    test('a request that keeps coming ends when its time is over', async () => {
      await using request = await slow();
      const trickle = setInterval(() => void request.send(1), 50);
      await vi
        .waitFor(() => expect(request.isOver()).toBe(true), SOON)
        .finally(() => clearInterval(trickle));
      expect(request.received()).not.toMatch(/HTTP\/1.1 2|^2/);
      expect(await answers()).toBe(200);
    });

    test('a body without an end is refused before its end', async () => {
      await using request = await slow();
      let sent = 0;
      while (!request.isOver() && request.received() === '' && sent < ENDLESS_BYTES) {
        sent += await request.send(64 * 1024);
      }
      await vi.waitFor(() => expect(request.isOver()).toBe(true), SOON);
      expect(sent).toBeLessThan(ENDLESS_BYTES);
      expect(await answers()).toBe(200);
    });

    test.runIf(variant.transport === 'websocket')(
      'a WebSocket that answers no ping ends',
      async () => {
        const webSocket = await startWebSocket(lab.origin);
        const closed = once(webSocket, 'close');
        await once(webSocket, 'open');
        webSocket.pause();
        await sleep(3 * LIMITS.idleMs);
        webSocket.resume();
        await closed;
      },
    );

    test.runIf(variant.transport === 'websocket')(
      'a WebSocket that reads slowly, while its requests wait, goes on',
      async () => {
        await using client = await openRawClient('websocket', lab.origin);
        const id = await client.create(LONG_TEXT);
        const webSocket = await startWebSocket(lab.origin);
        await once(webSocket, 'open');
        const closed = once(webSocket, 'close').then(() => 'closed');
        let answers = 0;
        const enough = new Promise<string>((resolve) => {
          webSocket.on('message', (bytes: Buffer) => {
            answers += splitBatch(bytes.toString()).length;
            if (answers >= SLOW.read) resolve('goes on');
            else if (answers % 4 === 0) webSocket.pause();
          });
        });
        const reading = setInterval(() => webSocket.resume(), 100);
        for (let requestId = 1; requestId <= SLOW.asked; requestId++) {
          webSocket.send(JSON.stringify({ type: 'load', requestId, id }));
        }
        const outcome = await Promise.race([enough, closed]).finally(() => clearInterval(reading));
        webSocket.terminate();
        expect(outcome).toBe('goes on');
      },
    );

    test.runIf(!proxy && http === 'http/1.1')(
      'requests beyond those that may wait for answers are refused, and end the connection',
      async () => {
        const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
        const statuses = await statusesOf(lab.port, request.repeat(8));
        expect(statuses.slice(0, 3)).toEqual(['200', '200', '429']);
      },
    );

    test('what has no end of its own outlives a request', async () => {
      const overMs = 4 * LIMITS.requestMs;
      if (variant.transport === 'websocket') {
        await using client = await openRawClient('websocket', lab.origin);
        await sleep(overMs);
        expect(await client.list()).not.toEqual([]);
        return;
      }
      await using client = openHttpClient(http, lab.origin);
      const [first] = await client.list();
      const { status, body } = await client.request({ path: `/covalues/${first?.id}/events` });
      expect(status).toBe(200);
      body.resume();
      await sleep(overMs);
      expect(body.closed).toBe(false);
    });
  });
}
