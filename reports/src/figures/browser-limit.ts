import { ProbePhase } from '@holbench/results/sample';
import {
  inBrowser,
  LEFT_LATE_MS,
  requestsIn,
} from '@holbench/scenarios/families/beside-bulk/browser-metrics';
import { requestsAtOnce } from '@holbench/variants/registry';
import type { Figure } from './figure.ts';

/**
 * Marks the waits of a row whose median message left the browser late: its wait is not the server's, and does not rank
 * it.
 * @param figures of one variant and arm at a place.
 */
export function withBrowserLimit(figures: readonly Figure[]): readonly Figure[] {
  const find = (id: string) => figures.find(({ metric }) => metric.id === id);
  const late = ProbePhase.options.find(
    (phase) => (find(inBrowser(phase))?.value ?? 0) > LEFT_LATE_MS,
  );
  if (late === undefined) return figures;
  const requests = find(requestsIn(late))?.value ?? 0;
  return figures.map((figure) => {
    if (figure.metric.table?.waits !== true) return figure;
    return { ...figure, ranked: false, browserLimit: limitMet(figure, requests) };
  });
}

/** What of a browser held messages up: `six connections for 8 requests`. */
function limitMet({ variant }: Figure, requests: number): string {
  if (variant.transport === 'websocket') return 'the buffer of its WebSocket';
  const atOnce = requestsAtOnce(variant);
  // It may have been opening a connection.
  if (atOnce === null || requests <= atOnce) return 'what of it is not known';
  const places =
    variant.protocol === 'http/1.1' ? 'six connections' : `${atOnce} streams on a connection`;
  return `${places} for ${requests} requests`;
}
