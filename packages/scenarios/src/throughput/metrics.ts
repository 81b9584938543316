import { DURATION_STEP_MS } from '@holbench/results/operation-window';
import { AT_LIMIT } from '@holbench/results/limiter';
import { CLIENT_GROUPS } from '@holbench/results/resources';
import type { Metric, MetricTable } from '../metric.ts';
import { checkMetrics } from './check-metrics.ts';
import { percentileOf } from './durations.ts';
import { fileMetrics } from './file-metrics.ts';
import { coreShare, ofWindow } from '../window-use.ts';
import { idleMemory, perCell, perOperation } from './window-metrics.ts';
import { ANSWERING, memoryMib, totalOf } from '../resource-metrics.ts';
import { CLIENTS, MOST_CLIENTS } from './windows.ts';

/** Most clients first; the numbers of fewer are details, but for the rates. */
const BY_CLIENTS = CLIENTS.toReversed();
const detail = (clients: number) => (clients === MOST_CLIENTS ? {} : { detail: true as const });

const RATES: MetricTable = {
  id: 'rate-most',
  title: `operations per second, ${MOST_CLIENTS} clients`,
};
const FEWER: MetricTable = {
  id: 'rate-fewer',
  title: 'operations per second, fewer clients',
};
const rates = BY_CLIENTS.map((clients) =>
  perOperation(
    clients,
    {
      id: `rate-${clients}`,
      title: clients === MOST_CLIENTS ? '… rate' : `… rate by ${clients}`,
      unit: '1/s',
      better: 'higher',
      definition:
        'operations that succeeded ÷ time from the first one’s start to the last one’s end, in a closed loop: each client begins its next operation when the last one has ended',
      table: clients === MOST_CLIENTS ? RATES : FEWER,
    },
    ({ operations, seconds }) => (seconds === 0 ? null : operations / seconds),
  ),
);

const LATENCY: MetricTable = {
  id: 'latency',
  title: `latency in the closed loop of ${MOST_CLIENTS} clients`,
};
const latencies = BY_CLIENTS.flatMap((clients) =>
  (['p50', 'p99'] as const).map((name) =>
    perOperation(
      clients,
      {
        id: `${name}-${clients}`,
        title: `… ${name}`,
        unit: 'ms',
        better: 'lower',
        definition: `${name} of all operations of a window, from the start of each, in steps of ${DURATION_STEP_MS} ms; in a closed loop a slow server is asked less often, so do not compare it with scenario download`,
        table: LATENCY,
        ...detail(clients),
      },
      ({ durations }) => percentileOf(durations, name === 'p50' ? 0.5 : 0.99),
    ),
  ),
);

const CPU: MetricTable = {
  id: 'cpu',
  title: `CPU of server and proxy per operation, ${MOST_CLIENTS} clients`,
};
const cpu = BY_CLIENTS.map((clients) =>
  perOperation(
    clients,
    {
      id: `cpu-${clients}`,
      title: '… CPU',
      unit: 'µs',
      better: 'lower',
      definition:
        'user + system time of server and proxy in a window ÷ its operations; the clock has 100 ticks a second',
      table: CPU,
      ...detail(clients),
    },
    (window) => {
      const seconds = totalOf(window, 'cpuSeconds', ANSWERING);
      return seconds === null || window.operations === 0
        ? null
        : (1e6 * seconds) / window.operations;
    },
  ),
);

const PARTIES: MetricTable = {
  id: 'parties',
  title: `share of one core, ${MOST_CLIENTS} clients: by party`,
};
const PARTY_GROUPS = { server: ANSWERING, client: CLIENT_GROUPS } as const;
const parties = Object.entries(PARTY_GROUPS).flatMap(([party, groups]) =>
  BY_CLIENTS.map((clients) =>
    perOperation(
      clients,
      {
        id: `${party}-share-${clients}`,
        title: `…: ${party}`,
        unit: '%',
        better: null,
        definition: `100 × (user + system time of server and proxy, or of the client, in a window) ÷ its duration; 100 % is one core, and a party with one thread is at its limit from ${100 * AT_LIMIT} % on`,
        table: PARTIES,
        ...detail(clients),
      },
      (window) => coreShare(window, groups),
    ),
  ),
);

const MEMORY: MetricTable = { id: 'memory', title: 'memory of server and proxy' };
const memory: readonly Metric[] = [
  idleMemory('text', 'idle-rss', MEMORY),
  perCell(
    'text',
    {
      id: 'peak-rss',
      title: 'peak',
      unit: 'MiB',
      better: 'lower',
      definition:
        'peak resident memory of server and proxy from their start until all have listed, loaded, mutated and received events; before the creations, because a faster server would store more of them',
      table: MEMORY,
    },
    (round) => {
      const last = round.cell.windows.findLast(({ label }) => label === 'deliver') ?? null;
      return ofWindow(last, (window) => memoryMib(window, 'peakRssBytes'));
    },
  ),
];

export const metrics: readonly Metric[] = [
  ...rates,
  ...latencies,
  ...cpu,
  ...parties,
  ...memory,
  ...checkMetrics,
  ...fileMetrics,
];
