import type { ServerSummary } from '@holbench/core/server/summary';
import { httpProtocol, SERVER_PROTOCOLS, serverProtocol } from '@holbench/variants/protocols';
import { describe, expect, test } from 'vitest';
import '@holbench/scenarios/port/holbench-page';
import type { LabUnderTest } from '../lab/lab-under-test.ts';
import { idWithFile } from '../lab/page-operations.ts';

/** What the server itself says, once the other tests have used it. It stops the server. */
export function describeEvidence(lab: LabUnderTest): void {
  describe('evidence', () => {
    test('the server counted the protocol, what it was asked for, and every broken transfer, and logged no error', async () => {
      await loadFileAtLowPriority(lab);
      await lab.page(0).evaluate(async () => void (await fetch('/')));
      const summary = await stopped(lab);
      const own = serverProtocol(lab.variant);
      expect(summary.requests[own]).toBeGreaterThan(2);
      // The page of a WebSocket comes over the version of HTTP that the WebSocket is opened over.
      const isWebSocket = lab.variant.transport === 'websocket';
      const isHttp = lab.variant.transport === 'http';
      const http = httpProtocol(lab.variant);
      const others = Object.keys(summary.requests).filter((protocol) => protocol !== own);
      expect(others).toEqual(isHttp ? [] : [SERVER_PROTOCOLS[http]]);
      // Chromium's own for every `fetch`, and what "low" is; over HTTP/1.1 it asks for nothing.
      const asked = http === 'http/1.1' ? [] : isWebSocket ? ['u=1, i'] : ['u=1, i', 'i'];
      expect(Object.keys(summary.priorities)).toEqual(expect.arrayContaining(asked));
      if (asked.length === 0) expect(summary.priorities).toEqual({});
      const answered = summary.pings.filter(({ tookMs }) => tookMs !== null);
      if (lab.factors.pingMs > 0) expect(answered.length).toBeGreaterThan(0);
      else expect(summary.pings).toEqual([]);
      expect(summary.droppedEvents).toBeGreaterThanOrEqual(lab.droppedEvents);
    });
  });
}

/** Ends the server. @returns its own account, in which nothing went wrong. */
export async function stopped(lab: LabUnderTest): Promise<ServerSummary> {
  const begunAt = performance.now();
  const summary = await lab.stop();
  expect(performance.now() - begunAt).toBeLessThan(2_000);
  if (!summary) throw new Error('the server ended without its summary');
  expect(summary.brokenTransfers).toBeGreaterThanOrEqual(lab.brokenTransfers);
  expect(await lab.loggedErrors()).toEqual([]);
  return summary;
}

/** As the factor `priority` has it. */
async function loadFileAtLowPriority(lab: LabUnderTest): Promise<void> {
  const page = await lab.openPage('?priority=files-low');
  const id = await idWithFile(page, 0);
  await page.evaluate(async (file) => {
    const transport = await window.holbench.transport();
    await transport.loadFile(file, AbortSignal.timeout(9_000));
  }, id);
  await page.context().close();
}
