import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../labels.ts';
import type { PageContext } from '../port/page-context.ts';
import { knownProtocol } from './measure.ts';

/**
 * The page load: from the start of the navigation until assets are loaded, the transport is
 * connected and the list is known. Many pages share a cell, so `intendedAtMs` is absolute.
 */
export function pageLoad({ ready }: Pick<PageContext, 'ready'>, user: number): Measurement {
  const { atMs, bytes, protocol } = ready;
  return {
    label: LABELS.pageLoad,
    user,
    index: 0,
    intendedAtMs: performance.timeOrigin,
    outcome: { status: 'ok', durationMs: atMs, bytes, protocol: knownProtocol(protocol) },
  };
}
