import { fileBytesOf } from '@holbench/results/run-network';
import { isHolb } from '@holbench/results/scenario-kinds';
import type { FactorValues } from '@holbench/factors/values';
import type { Configuration } from './configuration.ts';
import { networkSeconds } from './network/cell-traffic.ts';
import type { PlannedCell } from './plan.ts';
import { FILL_LIMIT_MS, plannedFanOutSeconds } from './scenarios/fan-out-timing.ts';
import { PHASES, phaseLimitMs } from './scenarios/holb-timing.ts';

const MIB = 1024 * 1024;

/** How many times as long as expected the network may take: losses cluster, queues fill. */
const NETWORK_FACTOR = 4;

/** A page that opens beside many others, on a machine that they keep busy, in milliseconds. */
const SLOW_PAGE_MS = 3_000;

/** A mutation's round trip that would be slow even with a one-way delay of 200 ms, in milliseconds. */
const SLOW_ROUND_TRIP_MS = 500;

/** How long a mutation may take when others wait for it, in ms: it may wait in a batch either way. */
export function slowMutationMs({ batchMs }: FactorValues): number {
  return SLOW_ROUND_TRIP_MS + 2 * batchMs;
}

/**
 * Longest time that an operation may take, in milliseconds, before it has failed as `timeout`:
 * 30 s, for a file 5 s per MiB more, which lets a hundred of them share 20 MiB/s, and four times
 * what the network makes everything take that the operation may share it with.
 */
export function operationTimeoutMs(planned: PlannedCell, configuration: Configuration): number {
  const { kind, scenario, network } = planned;
  const mib = kind === 'binary' ? Math.ceil(fileBytesOf(network.workload, scenario) / MIB) : 0;
  const seconds = Math.max(...networkSeconds(planned, configuration));
  return 30_000 + mib * 5_000 + Math.ceil(seconds * NETWORK_FACTOR) * 1_000;
}

/**
 * Longest time that a cell may take, in milliseconds, before it is ended as hung: every step with
 * its time-out, and the start of its processes. Operations time out by themselves long before.
 */
export function cellDeadlineMs(planned: PlannedCell, configuration: Configuration): number {
  if (configuration.timeoutSeconds !== null) return configuration.timeoutSeconds * 1_000;
  const steps = networkSeconds(planned, configuration).length;
  const { mutations } = planned.network.workload;
  const session = planned.scenario === '3e' ? mutations * slowMutationMs(planned.factors) : 0;
  const operations = steps * operationTimeoutMs(planned, configuration);
  const phases = isHolb(planned.scenario) ? PHASES * phaseLimitMs(planned.network) : 0;
  const fanOut = fanOutLimitMs(planned);
  return 60_000 + configuration.arrivalSeconds * 1_000 + session + operations + phases + fanOut;
}

/** What the pages and the phases of 6i may take on top of their operations; 0 in other scenarios. */
function fanOutLimitMs({ fanOut, network }: PlannedCell): number {
  if (fanOut === null) return 0;
  const plannedMs = 1_000 * plannedFanOutSeconds(network.workload);
  return (1 + fanOut) * SLOW_PAGE_MS + plannedMs + FILL_LIMIT_MS;
}
