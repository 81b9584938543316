import { queueSeconds } from '@holbench/results/parameters';
import type { CellPlan } from '../../scenario.ts';
import { deadlineMs } from './probe-latencies.ts';

/** A connection waits for its last answers, and until its link is empty: longer where a full queue holds more. */
const REST_SECONDS = 1.5;

/** Duration of the connections of a cell, in seconds, without opening its pages. */
export function connectionsSeconds({
  network,
  workload,
}: Pick<CellPlan, 'network' | 'workload'>): number {
  const { connections, otherConnections, aloneSeconds, transferSeconds } = workload;
  const all = connections + Math.min(connections, otherConnections);
  const { down, up } = network.profile;
  const queues = queueSeconds(down) + queueSeconds(up);
  return all * (aloneSeconds + transferSeconds + REST_SECONDS + queues);
}

/** For the page to be late. */
const LIMIT_MARGIN_MS = 30_000;

/** Time limit of what a connection measures, in ms: both series of probes wait. */
export function connectionLimitMs(workload: CellPlan['workload']): number {
  const { aloneSeconds, transferSeconds } = workload;
  return 1_000 * (aloneSeconds + transferSeconds) + 2 * deadlineMs(workload) + LIMIT_MARGIN_MS;
}
