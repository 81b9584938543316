import { receiveWindows } from '@holbench/feasibility/net-log';
import { stackOf } from '@holbench/variants/stacks';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';

/** What a new connection lets an upload have under way, as the browser is told. */
export function describeReceiveWindows(lab: LabUnderTest): void {
  const { receiveWindows: described } = stackOf(lab.variant);
  // HTTP/1.1 has none.
  if (described === null) return;
  describe('receive windows', () => {
    test('are those that its stack is described with', async () => {
      const { streamBytes, connectionBytes } = described;
      expect(await receiveWindows(await lab.netLogOfVisit())).toEqual({
        streamBytes,
        connectionBytes,
      });
    });
  });
}
