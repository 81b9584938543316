import type { OperationWindow } from '@holbench/results/operation-window';
import { CLIENT_GROUPS } from '@holbench/results/resources';
import { LABELS } from '../labels.ts';
import { durations, type Metric, type MetricTable, type Round } from '../metric.ts';
import { cpuSeconds } from '../resource-metrics.ts';
import { ANSWERING, coresOf, memoryMib, ofWindow, windowOf } from '../window-use.ts';
import { limitingParty } from './limiting-party.ts';
import { IDLE, LOADS, LOADS_PER_SECOND } from './windows.ts';

/** A number for each number of users. */
type PerCrowd = Pick<Metric, 'series' | 'ranks'>;
const PER_CROWD: PerCrowd = {
  series: ({ workload }) => workload.crowd.map(String),
  ranks: (round, users) => !isClients(round, users),
};

/** Whether the client's machine shows itself, and not the server. */
function isClients(round: Round, users: string): boolean {
  const window = crowdWindow(round, users);
  const cores = round.cell.resources?.machine?.cores;
  return window !== null && cores !== undefined && limitingParty(window, cores) === 'client';
}

const crowdWindow = (round: Round, users: string): OperationWindow | null =>
  windowOf(round, LOADS, Number(users));

function perCrowd(
  metric: Omit<Metric, keyof PerCrowd | 'estimate'>,
  value: (window: OperationWindow, round: Round) => number | null,
): Metric {
  return {
    ...metric,
    ...PER_CROWD,
    estimate: {
      of: 'rounds',
      value: (round, users) =>
        ofWindow(crowdWindow(round, users), (window) => value(window, round)),
    },
  };
}

const LATENCY: MetricTable = { id: 'latency', title: 'latency of a load, by users' };
const latencies = (['p50', 'p99'] as const).map((statistic): Metric => ({
  id: `load-${statistic}`,
  title: `${statistic}, … at once`,
  unit: 'ms',
  better: 'lower',
  definition: `d of the loads of one text by users who are there at once, each ${LOADS_PER_SECOND} per second on a random schedule of its own (open loop), while each is subscribed to a CoValue that nobody changes`,
  table: LATENCY,
  ...PER_CROWD,
  estimate: {
    of: 'operations',
    statistic,
    values: (round, users) => durations(round, LABELS.crowdLoad(Number(users))),
  },
}));

const CPU: MetricTable = { id: 'cpu', title: 'CPU of server and proxy, by users' };
const MEMORY: MetricTable = { id: 'memory', title: 'memory of server and proxy, by users' };
const PARTIES: MetricTable = { id: 'parties', title: 'cores in use, by users' };

export const metrics: readonly Metric[] = [
  ...latencies,
  perCrowd(
    {
      id: 'cpu-per-user',
      title: 'CPU per user, … at once',
      unit: 'ms',
      better: 'lower',
      definition:
        'user + system time of server and proxy in a window ÷ its duration in s ÷ users: ms of a core that a user takes in a second; the clock has 100 ticks a second, so the number of a single user is coarse',
      table: CPU,
    },
    (window) => {
      const seconds = cpuSeconds(window, ANSWERING);
      return seconds === null || window.seconds === 0
        ? null
        : (1_000 * seconds) / window.seconds / window.clients;
    },
  ),
  perCrowd(
    {
      id: 'rss',
      title: 'RSS, … at once',
      unit: 'MiB',
      better: 'lower',
      definition:
        'resident memory of server and proxy when a window began, with all its users connected and subscribed',
      table: MEMORY,
    },
    (window) => memoryMib(window, 'rssBytes'),
  ),
  perCrowd(
    {
      id: 'rss-per-user',
      title: 'RSS per user, … at once',
      unit: 'MiB',
      better: 'lower',
      definition:
        'resident memory when a window began − that before the first user, ÷ users; of few users it is mostly what the first request of a server costs',
      table: MEMORY,
    },
    (window, round) => {
      const idle = windowOf(round, IDLE, 0);
      const [before, now] = [idle && memoryMib(idle, 'rssBytes'), memoryMib(window, 'rssBytes')];
      return before === null || now === null ? null : (now - before) / window.clients;
    },
  ),
  ...Object.entries({ server: ANSWERING, client: CLIENT_GROUPS }).map(([party, groups]) =>
    perCrowd(
      {
        id: `${party}-share`,
        title: `${party}, … at once`,
        unit: '%',
        better: null,
        definition:
          '100 × (user + system time of server and proxy, or of the browsers, in a window) ÷ its duration; 100 % is one core',
        table: PARTIES,
      },
      (window) => {
        const cores = coresOf(window, groups);
        return cores === null ? null : 100 * cores;
      },
    ),
  ),
];
