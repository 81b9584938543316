import type { OperationWindow } from '@holbench/results/operation-window';
import { CLIENT_GROUPS } from '@holbench/results/resources';
import { LABELS } from '../labels.ts';
import { durations, type Metric, type MetricTable, type Round } from '../metric.ts';
import { ANSWERING, coresOf, memoryMib, ofWindow, windowOf } from '../window-use.ts';
import { limitingParty } from './limiting-party.ts';
import { LOADS, LOADS_PER_SECOND } from './windows.ts';

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

/** How much more a window has of something than the one with the fewest users, for each user more. */
function perFurtherUser(
  metric: Omit<Metric, keyof PerCrowd | 'estimate' | 'better'>,
  of: (window: OperationWindow) => number | null,
): Metric {
  const made = perCrowd({ ...metric, better: 'lower' }, (window, { network, cell }) => {
    const fewest = Math.min(...network.workload.crowd);
    const first = cell.windows.find(({ label, clients }) => label === LOADS && clients === fewest);
    const [before, now] = [first ? of(first) : null, of(window)];
    return before === null || now === null || window.clients === fewest
      ? null
      : (now - before) / (window.clients - fewest);
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
        'user + system time of server and proxy in a window ÷ its duration in s, − the same of the window with the fewest users, ÷ users more than there: ms of a core that each further user takes in a second',
      table: CPU,
    },
    (window) => {
      const cores = coresOf(window, ANSWERING);
      return cores === null ? null : 1_000 * cores;
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
        'resident memory of server and proxy when a window began − that of the window with the fewest users, ÷ users more than there',
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
        const cores = coresOf(window, groups);
        return cores === null ? null : 100 * cores;
      },
    ),
  ),
];
