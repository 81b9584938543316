import type { OperationWindow } from '@holbench/results/operation-window';
import type { PayloadKind } from '@holbench/results/sample';
import type { Metric, MetricTable, Round, RoundValue } from '../metric.ts';
import { memoryMib } from '../resource-metrics.ts';
import { coresOf, ofWindow, windowOf } from '../window-use.ts';
import { AT_LIMIT } from '@holbench/results/limiter';
import { CLIENT_GROUPS } from '@holbench/results/resources';
import { IDLE, OPERATIONS } from './windows.ts';

/**
 * Whether a window tells about its server. A page adds milliseconds of its own to each operation,
 * whatever share of a core it uses.
 */
export function showsServer(window: OperationWindow | null): boolean {
  if (window === null) return true;
  const cores = coresOf(window, CLIENT_GROUPS);
  // Where the client's CPU is not known, it may have been at its limit.
  return window.driver !== 'browser' && cores !== null && cores < AT_LIMIT;
}

type Described = Omit<Metric, 'series' | 'estimate'>;

/** A metric with a number per operation. */
export function perOperation(
  clients: number,
  metric: Described,
  value: (window: OperationWindow) => number | null,
): Metric {
  return {
    ...metric,
    series: ({ kind }) => (kind === 'text' ? OPERATIONS : []),
    ranks: (round, operation) => showsServer(windowOf(round, operation, clients)),
    estimate: {
      of: 'rounds',
      value: (round, operation) => ofWindow(windowOf(round, operation, clients), value),
    },
  };
}

/** A metric with one number per cell of a kind. */
export function perCell(
  kind: PayloadKind,
  metric: Described,
  value: (round: Round) => RoundValue | null,
): Metric {
  return {
    // A page has one connection where 64 raw clients have as many.
    ranks: ({ cell }) => cell.windows.every(({ driver }) => driver !== 'browser'),
    ...metric,
    series: (place) => (place.kind === kind ? [''] : []),
    estimate: { of: 'rounds', value },
  };
}

/** The memory of a server at rest, which cells of either kind have. */
export function idleMemory(kind: PayloadKind, id: string, table: MetricTable): Metric {
  return perCell(
    kind,
    {
      id,
      title: 'idle',
      unit: 'MiB',
      better: 'lower',
      definition: 'resident memory of server and proxy before the first client',
      table,
    },
    (round) => ofWindow(windowOf(round, IDLE, 0), (window) => memoryMib(window, 'rssBytes')),
  );
}
