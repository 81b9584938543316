import { serverProtocol } from '@holbench/variants/registry';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';

/** What the server itself says, once the other tests have used it. It stops the server. */
export function describeEvidence(lab: LabUnderTest): void {
  describe('evidence', () => {
    test('the server counted the protocol, and every broken transfer, and logged no error', async () => {
      const begunAt = performance.now();
      const summary = await lab.stop();
      expect(performance.now() - begunAt).toBeLessThan(2_000);
      if (!summary) throw new Error('the server ended without its summary');

      const own = serverProtocol(lab.variant);
      expect(summary.requests[own]).toBeGreaterThan(2);
      // A WebSocket variant serves its page over HTTP/1.1.
      const others = Object.keys(summary.requests).filter((protocol) => protocol !== own);
      expect(others).toEqual(lab.variant.transport === 'websocket' ? ['HTTP/1.1'] : []);
      expect(summary.brokenTransfers).toBeGreaterThanOrEqual(lab.brokenTransfers);
      expect(summary.droppedEvents).toBeGreaterThanOrEqual(lab.droppedEvents);
      expect(await lab.loggedErrors()).toEqual([]);
    });
  });
}
