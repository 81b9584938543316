import { isDeepStrictEqual } from 'node:util';
import { findTools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { type Variant, VARIANTS } from '@holbench/variants/registry';
import { describe } from 'vitest';
import { describeEvidence } from './suite/evidence.ts';
import { exampleFactors } from './suite/example-factors.ts';
import { describeFactors } from './suite/factors.ts';
import { describeHostileHttp } from './suite/hostile-http.ts';
import { describeHostileStreams } from './suite/hostile-streams.ts';
import { describeHostileUploads } from './suite/hostile-uploads.ts';
import { describeHostileWebSocket } from './suite/hostile-websocket.ts';
import { describeOperations } from './suite/operations.ts';
import { describeRawClients } from './suite/raw-clients.ts';
import { describeReceiveWindows } from './suite/receive-windows.ts';
import { describeSubscriptions } from './suite/subscriptions.ts';
import { describeTransfers } from './suite/transfers.ts';
import { LabUnderTest } from './lab/lab-under-test.ts';

/** One suite for every variant of the registry; a skipped one says what this machine lacks. */
const tools = await findTools();

for (const variant of VARIANTS) {
  const reason = tools.chromium ? whyUnsupported(variant, tools) : 'no Chromium was found';
  const title = reason === null ? variant.id : `${variant.id}, skipped: ${reason}`;
  describe.skipIf(reason !== null)(title, () => {
    const lab = new LabUnderTest(variant, tools);
    lab.startAndStop();
    describeOperations(lab);
    describeSubscriptions(lab);
    describeTransfers(lab);
    describeRawClients(lab);
    describeReceiveWindows(lab);
    describeHostileUploads(lab);
    describeHostileHttp(lab);
    if (variant.transport === 'websocket') describeHostileWebSocket(lab);
    if (variant.transport === 'webtransport') describeHostileStreams(lab);
    // The server prints its final statistics when it stops: nothing can follow.
    describeEvidence(lab);

    if (hasObeyedThem(variant)) return;
    for (const factors of exampleFactors(variant)) {
      describe(`with ${JSON.stringify(factors)}`, () => {
        const changed = new LabUnderTest(variant, tools, factors);
        changed.startAndStop();
        describeFactors(changed);
        // Smaller chunks alone cost no transfer more than others.
        if (Object.keys(factors).length > 1) describeTransfers(changed);
        describeEvidence(changed);
      });
    }
  });
}

/** The factors: a control with the server of a default variant, there. */
function hasObeyedThem({ group, server }: Variant): boolean {
  return (
    group === 'control' &&
    VARIANTS.some((each) => each.group === 'default' && isDeepStrictEqual(each.server, server))
  );
}
