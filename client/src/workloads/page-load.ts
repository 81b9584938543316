import { LABELS, type Measurement } from '@holbench/results/sample';
import { knownProtocol } from './measure.ts';

/** The moment at which a page was ready for its user, and what it had by then. */
export interface ReadyPage {
  /** `performance.now()`: milliseconds since the navigation began. */
  readonly atMs: number;
  /** Bytes of the page, its assets and the list, without headers. */
  readonly bytes: number;
  /** `websocket` where the page works over an open one, else the navigation's own protocol. */
  readonly protocol: string;
}

/**
 * 5h: from the start of a navigation in a browser that knew nothing of the server: until the first
 * byte of the page was there, and until the first message over the transport was. Both are of the
 * page's protocol and its transport's, in the order of the connections that they need.
 */
export async function setUp(ready: Promise<ReadyPage>, user: number): Promise<Measurement[]> {
  const firstMessage = await pageLoad(ready, user);
  const [page] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
  const { outcome } = firstMessage;
  if (outcome.status !== 'ok') return [firstMessage];
  return [
    {
      ...firstMessage,
      label: LABELS.firstByte,
      outcome: { ...outcome, durationMs: page.responseStart, bytes: 0 },
    },
    { ...firstMessage, label: LABELS.firstMessage },
  ];
}

/**
 * The page's own load: from the start of its navigation until its assets were there, its transport
 * connected and the list of CoValues known. Many pages share a cell: `intendedAtMs` is absolute.
 */
export async function pageLoad(ready: Promise<ReadyPage>, user: number): Promise<Measurement> {
  const { atMs, bytes, protocol } = await ready;
  return {
    label: LABELS.pageLoad,
    user,
    index: 0,
    intendedAtMs: performance.timeOrigin,
    outcome: { status: 'ok', durationMs: atMs, bytes, protocol: knownProtocol(protocol) },
  };
}
