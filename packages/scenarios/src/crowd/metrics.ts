import type { OperationWindow } from '@holbench/results/operation-window';
import { CLIENT_GROUPS } from '@holbench/results/resources';
import { LABELS } from '../labels.ts';
import {
  durations,
  type Metric,
  type MetricTable,
  type Round,
  type RoundValue,
} from '../metric.ts';
import { ANSWERING, memoryMib, totalOf } from '../resource-metrics.ts';
import { LOADS, LOADS_PER_SECOND } from './windows.ts';

/** A number for each number of users. */
type PerCrowd = Pick<Metric, 'series' | 'ranks' | 'ranksAlone'>;
const PER_CROWD: PerCrowd = {
  series: ({ workload }) => workload.crowd.map(String),
  // Of a window that nobody has judged, the client may have been the limit.
  ranks: (round, users) => {
    const { limiter } = crowdWindow(round, users) ?? {};
    return limiter?.verdict !== undefined && limiter.verdict !== 'client';
  },
  ranksAlone: true,
};

function crowdWindow({ cell }: Round, users: string): OperationWindow | null {
  const found = cell.windows.find(
    ({ label, clients }) => label === LOADS && clients === Number(users),
  );
  return found ?? null;
}

/** @returns null where there is no window, or nothing to count. */
function ofWindow(
  window: OperationWindow | null,
  value: (window: OperationWindow) => number | null,
): RoundValue | null {
  if (window === null) return null;
  const { operations: n, failed } = window;
  const found = n === 0 && failed > 0 ? null : value(window);
  return found === null && failed === 0 ? null : { value: found, n, failed };
}

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

/** How much more a window has of something than the one with the fewest users, for each user more. */
function perFurtherUser(
  metric: Omit<Metric, keyof PerCrowd | 'estimate' | 'better'>,
  of: (window: OperationWindow, round: Round) => number | null,
): Metric {
  const made = perCrowd({ ...metric, better: 'lower' }, (window, round) => {
    const fewest = crowdWindow(round, String(Math.min(...round.workload.crowd)));
    if (fewest === null || fewest.clients === window.clients) return null;
    const [before, now] = [of(fewest, round), of(window, round)];
    return before === null || now === null
      ? null
      : (now - before) / (window.clients - fewest.clients);
  });
  const series: Metric['series'] = ({ workload: { crowd } }) =>
    crowd.filter((users) => users > Math.min(...crowd)).map(String);
  return { ...made, series };
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
  perFurtherUser(
    {
      id: 'cpu-per-user',
      title: 'CPU per further user, … at once',
      unit: 'ms',
      definition:
        'user + system time of server and proxy in a window ÷ the seconds of its schedule; (this − the same with the fewest users) ÷ difference in users: what a further user, with one load per second, takes of a core in a second',
      table: CPU,
    },
    (window, { workload }) => {
      const seconds = totalOf(window, 'cpuSeconds', ANSWERING);
      return seconds === null ? null : (1_000 * seconds) / workload.windowSeconds;
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
  perFurtherUser(
    {
      id: 'rss-per-user',
      title: 'RSS per further user, … at once',
      unit: 'MiB',
      definition:
        '(RSS when a window began − the same with the fewest users) ÷ difference in users; what the requests before the window left behind is in it, as in the RSS of any server that has worked',
      table: MEMORY,
    },
    (window) => memoryMib(window, 'rssBytes'),
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
        const seconds = totalOf(window, 'cpuSeconds', groups);
        return seconds === null || window.seconds === 0 ? null : (100 * seconds) / window.seconds;
      },
    ),
  ),
];
