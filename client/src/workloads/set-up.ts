import { LABELS, type Measurement, type SetUpFrom } from '@holbench/results/sample';
import { pageLoad, type ReadyPage } from './page-load.ts';
import type { SetUpSpec } from './spec.ts';

/**
 * 5h: from the start of a navigation that needs new connections: until the first byte of the page
 * was there, and until the first message over the transport was. Both are of the page's protocol
 * and its transport's, in the order of the connections that they need.
 */
export async function setUp(
  ready: Promise<ReadyPage>,
  { user, returning }: SetUpSpec,
): Promise<Measurement[]> {
  const firstMessage = await pageLoad(ready, user);
  const [page] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
  const from = returning ? resumedBy(page) : 'cold';
  const { outcome } = firstMessage;
  const message = { ...firstMessage, label: LABELS.setUp(from, 'first-message') };
  if (outcome.status !== 'ok') return [message];
  return [
    {
      ...firstMessage,
      label: LABELS.setUp(from, 'first-byte'),
      outcome: { ...outcome, durationMs: page.responseStart, bytes: 0 },
    },
    message,
  ];
}

/** A request that is sent before its connection's handshake has ended is early data. */
function resumedBy(page: PerformanceNavigationTiming): SetUpFrom {
  return page.requestStart < page.connectEnd ? '0rtt' : 'resumed';
}
