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
