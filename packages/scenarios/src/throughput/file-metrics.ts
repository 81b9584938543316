import type { OperationWindow } from '@holbench/results/operation-window';
import { makespanOf } from '../makespan.ts';
import {
  byLabel,
  durations,
  medianDuration,
  type Metric,
  type MetricTable,
  type Round,
  type RoundValue,
} from '../metric.ts';
import { memoryMib } from '../resource-metrics.ts';
import { ofWindow, perFurtherClient, windowOf } from '../window-use.ts';
import { idleMemory, perCell, showsServer } from './window-metrics.ts';
import { FILES_ALONE, MOST_CLIENTS } from './windows.ts';

const FILE_CLIENTS = [1, MOST_CLIENTS] as const;
const ALONE = 1;

const TIMES: MetricTable = {
  id: 'times',
  title: 'time until the first and the last byte of a file',
};
const MEMORY: MetricTable = {
  id: 'memory',
  title: 'memory of server and proxy while files are read',
};

const who = (clients: number) => (clients === ALONE ? 'alone' : `${clients} at once`);

function medianOf(round: Round, label: string): RoundValue | null {
  const values = durations(round, label);
  return values.length === 0 ? null : { value: medianDuration(values), n: values.length };
}

const times = FILE_CLIENTS.flatMap((clients) =>
  [
    { id: 'first-byte', label: `file-${clients}-first-byte`, what: 'first byte' },
    { id: 'last-byte', label: `file-${clients}`, what: 'last byte' },
  ].map(({ id, label, what }) =>
    perCell(
      'binary',
      {
        id: `${id}-${clients}`,
        title: `${what}, ${who(clients)}`,
        unit: 'ms',
        better: 'lower',
        definition: `median time from the request of a file to its ${what} at the client; alone: ${FILES_ALONE} different files one after the other; at once: a file each, of ten different ones. First byte: the client’s program is given the first payload, not headers. Over a WebSocket that is the complete first chunk, because a program is given complete messages`,
        table: TIMES,
        ranks: (round) => showsServer(windowOf(round, 'file', clients)),
      },
      (round) => medianOf(round, label),
    ),
  ),
);

/** Since the server's start; the smaller window comes first. */
const peak = (window: OperationWindow): number | null => memoryMib(window, 'peakRssBytes');

const memory: readonly Metric[] = [
  idleMemory('binary', 'file-idle-rss', MEMORY),
  ...FILE_CLIENTS.map((clients) =>
    perCell(
      'binary',
      {
        id: `file-peak-rss-${clients}`,
        title: `peak, ${who(clients)}`,
        unit: 'MiB',
        better: 'lower',
        definition:
          'peak resident memory of server and proxy from their start to the end of the downloads',
        table: MEMORY,
      },
      (round) => ofWindow(windowOf(round, 'file', clients), peak),
    ),
  ),
  perCell(
    'binary',
    {
      id: 'rss-per-reader',
      title: 'per further reader',
      unit: 'MiB',
      better: 'lower',
      definition: `(peak with ${MOST_CLIENTS} readers − peak with one) ÷ ${MOST_CLIENTS - ALONE}`,
      table: MEMORY,
    },
    (round) => {
      const [one, all] = [ALONE, MOST_CLIENTS].map((clients) => windowOf(round, 'file', clients));
      const value = perFurtherClient(one ?? null, all ?? null, peak);
      return value === null ? null : { value, n: MOST_CLIENTS };
    },
  ),
];

const makespan = perCell(
  'binary',
  {
    id: 'makespan',
    title: `all ${MOST_CLIENTS} files`,
    unit: 'ms',
    better: 'lower',
    definition: 'latest end − earliest start of the files read at once',
    table: TIMES,
    ranks: (round) => showsServer(windowOf(round, 'file', MOST_CLIENTS)),
  },
  (round) => {
    const files = byLabel(round).get(`file-${MOST_CLIENTS}`) ?? [];
    return files.length === 0 ? null : makespanOf(files, MOST_CLIENTS);
  },
);

export const fileMetrics: readonly Metric[] = [...times, makespan, ...memory];
