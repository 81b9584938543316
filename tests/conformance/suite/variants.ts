import type { Tools } from '@holbench/harness/tools';
import type { LabVariant } from '@holbench/variants/registry';
import { describe } from 'vitest';
import { LabUnderTest } from '../lab/lab-under-test.ts';
import { describeEvidence } from './evidence.ts';
import type { exampleFactors } from './example-factors.ts';
import { describeFactors } from './factors.ts';
import { describeHostileHttp } from './hostile-http.ts';
import { describeHostileSites } from './hostile-sites.ts';
import { describeHostileStreams } from './hostile-streams.ts';
import { describeHostileUploads } from './hostile-uploads.ts';
import { describeHostileWebSocket } from './hostile-websocket.ts';
import { describeClientLimits } from './client-limits.ts';
import { describeOperations } from './operations.ts';
import { describeRawClients } from './raw-clients.ts';
import { describeDepartures } from './departures.ts';
import { describeReceiveWindows } from './receive-windows.ts';
import { describeSubscriptions } from './subscriptions.ts';
import { describeTransfers } from './transfers.ts';
import { describeUnread } from './unread.ts';

/** Registers what every variant must do, without factors. */
export function describeVariant(variant: LabVariant, tools: Tools): void {
  const lab = new LabUnderTest(variant, tools);
  lab.startAndStop();
  describeOperations(lab);
  describeSubscriptions(lab);
  describeTransfers(lab);
  describeRawClients(lab);
  describeReceiveWindows(lab);
  describeDepartures(lab);
  describeHostileUploads(lab);
  describeHostileHttp(lab);
  describeHostileSites(lab);
  if (variant.transport === 'websocket') describeHostileWebSocket(lab);
  if (variant.transport === 'webtransport') describeHostileStreams(lab);
  // The server prints its final statistics when it stops: nothing can follow.
  describeEvidence(lab);
  describeClientLimits(variant, tools);
  describeUnread(variant, tools);
}

/** Registers that a variant starts, answers every operation, and proves its protocol. */
export function describeBasics(variant: LabVariant, tools: Tools): void {
  const lab = new LabUnderTest(variant, tools, {}, 'conformance-basics');
  lab.startAndStop();
  describeOperations(lab);
  describeEvidence(lab);
}

/** Registers that a proxy answers every operation as its package has it. Events may wait in its buffer. */
export function describeAsShipped(variant: LabVariant, tools: Tools): void {
  const shipped = { proxyBuffering: 'as-shipped' };
  const lab = new LabUnderTest(variant, tools, shipped, 'conformance-as-shipped');
  lab.startAndStop();
  describeOperations(lab);
  describeEvidence(lab);
}

/** Registers what a variant must do with each of these sets of factors. */
export function describeWithFactors(
  variant: LabVariant,
  tools: Tools,
  sets: ReturnType<typeof exampleFactors>,
): void {
  for (const factors of sets) {
    describe(`with ${JSON.stringify(factors)}`, () => {
      const changed = new LabUnderTest(variant, tools, factors);
      changed.startAndStop();
      describeFactors(changed);
      // Smaller chunks alone cost no transfer more than others.
      if (Object.keys(factors).length > 1) describeTransfers(changed);
      describeEvidence(changed);
    });
  }
}
