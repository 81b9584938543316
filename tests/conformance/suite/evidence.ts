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

      const { serverProtocol } = lab.variant;
      expect(summary.requests[serverProtocol]).toBeGreaterThan(2);
      // The page of a WebSocket variant is HTTP/1.1's, and the harness looks for readiness by it.
      const others = Object.keys(summary.requests).filter(
        (protocol) => protocol !== serverProtocol,
      );
      expect(others.filter((protocol) => protocol !== 'HTTP/1.1')).toEqual([]);
      if (lab.variant.protocol === 'h2') expect(others).toEqual([]);
      expect(summary.brokenTransfers).toBeGreaterThanOrEqual(lab.brokenTransfers);
      expect(summary.droppedEvents).toBeGreaterThanOrEqual(lab.droppedEvents);
      expect(await lab.loggedErrors()).toEqual([]);
    });
  });
}
