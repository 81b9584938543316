import { ProbePhase } from '@holbench/results/sample';
import { inBrowser, LEFT_LATE_MS } from '@holbench/scenarios/families/beside-bulk/browser-metrics';
import { requestsAtOnce, type Variant } from '@holbench/variants/registry';
import type { Figure } from './figure.ts';

/**
 * Marks the waits of a row whose median message left the browser late: its wait is not the server's, and does not rank
 * it.
 * @param figures of one variant and arm at a place.
 */
export function withBrowserLimit(figures: readonly Figure[]): readonly Figure[] {
  const isLate = ProbePhase.options.some((phase) =>
    figures.some(
      ({ metric, value }) => metric.id === inBrowser(phase) && (value ?? 0) > LEFT_LATE_MS,
    ),
  );
  if (!isLate) return figures;
  return figures.map((figure) => {
    if (figure.metric.table?.waits !== true) return figure;
    return { ...figure, ranked: false, browserLimit: browserLimitOf(figure.variant) };
  });
}

/** What of a browser holds messages up: "six connections", "100 streams on a connection". */
function browserLimitOf(variant: Variant): string {
  if (variant.transport === 'websocket') return 'the buffer of its WebSocket';
  if (variant.transport === 'webtransport') return 'the streams of its session';
  if (variant.protocol === 'http/1.1') return 'six connections';
  const streams = requestsAtOnce(variant);
  return `${streams === null ? 'the' : streams} streams on a connection`;
}
