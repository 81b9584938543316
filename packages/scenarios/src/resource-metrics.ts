import { type CellResources, CLIENT_GROUPS } from '@holbench/results/resources';
import type { Metric, MetricTable, Unit } from './metric.ts';

export const MIB = 1024 ** 2;
/** The parties that answer. */
export const ANSWERING: readonly string[] = ['server', 'proxy'];

/** The table that all scenarios share. */
export const RESOURCES_TABLE: MetricTable = { id: 'resources', title: 'resources' };

/** A number of what one cell used, from the start of its client to the last answer. */
function used(
  [id, title, unit]: readonly [string, string, Unit],
  definition: string,
  value: (used: CellResources) => number | null,
): Metric {
  return {
    id,
    title,
    unit,
    better: null,
    definition,
    table: RESOURCES_TABLE,
    ofCell: true,
    estimate: {
      of: 'rounds',
      value: ({ cell, samples }) => {
        const found = cell.resources === null ? null : value(cell.resources);
        return found === null ? null : { value: found, n: samples.length };
      },
    },
  };
}

type Groups = readonly string[];

type Used<Quantity extends string> = {
  readonly processes: readonly ({ readonly group: string } & Record<Quantity, number>)[];
};

/** What process groups used together, in a cell or a window; null where none of them was read. */
export function totalOf<Quantity extends string>(
  { processes }: Used<Quantity>,
  quantity: Quantity,
  groups: Groups,
): number | null {
  const own = processes.filter(({ group }) => groups.includes(group));
  return own.length === 0 ? null : own.reduce((sum, each) => sum + each[quantity], 0);
}

/** Memory of process groups, in MiB. */
export function memoryMib<Quantity extends 'rssBytes' | 'peakRssBytes'>(
  used: Used<Quantity>,
  quantity: Quantity,
  groups = ANSWERING,
): number | null {
  const bytes = totalOf(used, quantity, groups);
  return bytes === null ? null : bytes / MIB;
}

function cpuPerGb(resources: CellResources): number | null {
  const { wire } = resources;
  const bytes = wire === null ? 0 : wire.down.receivedBytes + wire.up.receivedBytes;
  const cpu = totalOf(resources, 'cpuSeconds', ANSWERING);
  return cpu === null || bytes === 0 ? null : cpu / (bytes / 1e9);
}

const PARTIES: readonly (readonly [name: string, groups: Groups])[] = [
  ['server', ['server']],
  ['proxy', ['proxy']],
  ['client', CLIENT_GROUPS],
  ['emulator', ['emulator']],
];

/** What every cell is recorded to have used, whatever its scenario. */
export const RESOURCE_METRICS: readonly Metric[] = [
  ...PARTIES.map(([name, groups]) =>
    used(
      [`${name}-cpu`, `${name} CPU`, 's'],
      'user + system time of a party’s processes: server; proxy; client (browser, or Artillery with its browser); emulator (/proc/PID/stat, 100 ticks a second)',
      (resources) => totalOf(resources, 'cpuSeconds', groups),
    ),
  ),
  used(
    ['cpu-per-gb', 'CPU per GB', 's/GB'],
    'CPU of server and proxy ÷ 10⁹ bytes of IP packets that arrived, both directions',
    cpuPerGb,
  ),
  used(
    ['machine-busy', 'machine busy', '%'],
    '100 × (1 − idle) of all cores, all processes of the machine (/proc/stat)',
    ({ machine }) => machine && 100 * machine.busyShare,
  ),
  ...PARTIES.slice(0, 3).map(([name, groups]) =>
    used(
      [`${name}-rss`, `${name} RSS`, 'MiB'],
      'the most that all processes of a party had resident at one reading, every 250 ms; shared memory counts in each',
      (resources) => memoryMib(resources, 'peakRssBytes', groups),
    ),
  ),
  used(
    ['event-loop-busy', 'event loop busy', '%'],
    '100 × utilisation of the server’s event loop, from the first request on',
    ({ eventLoop }) => eventLoop && 100 * eventLoop.utilization,
  ),
  used(
    ['event-loop-delay-p99', 'event loop delay p99', 'ms'],
    'P99 of the lateness of a timer of 10 ms in the server’s event loop',
    ({ eventLoop }) => eventLoop?.delayP99Ms ?? null,
  ),
  used(
    ['wire-down', 'down', 'MB'],
    'bytes of IP packets that arrived, 10⁶ bytes (/proc/PID/net/dev of the receiver)',
    ({ wire }) => wire && wire.down.receivedBytes / 1e6,
  ),
  used(
    ['wire-up', 'up', 'MB'],
    'bytes of IP packets that arrived, 10⁶ bytes (/proc/PID/net/dev of the receiver)',
    ({ wire }) => wire && wire.up.receivedBytes / 1e6,
  ),
  ...(['server', 'client'] as const).map((side) =>
    used(
      [`retransmits-${side}`, `TCP retransmits by ${side}`, 'count'],
      'RetransSegs of each side (/proc/PID/net/snmp)',
      ({ tcp }) => tcp && tcp.retransmits[side],
    ),
  ),
  used(
    ['udp-buffer-errors', 'UDP buffer errors', 'count'],
    'RcvbufErrors + SndbufErrors of both sides (/proc/PID/net/snmp)',
    ({ udp }) =>
      udp &&
      udp.receiveBufferErrors.client +
        udp.receiveBufferErrors.server +
        udp.sendBufferErrors.client +
        udp.sendBufferErrors.server,
  ),
];
