import type { LinkReading } from '@holbench/results/link-certificate';
import type { LinkDirection, Queue } from '@holbench/results/network-profile';
import { type RunNetwork, sharesLosses } from '@holbench/results/run-network';
import { isBesideBulk } from '@holbench/scenarios/registry';
import { formatAsGiven, formatBytes, formatNumber, formatRate } from './format.ts';
import type { ReportData } from './report-data.ts';

/** What a network was to be, what it was measured to be, and how it was made. */
export interface NetworkConditions {
  readonly network: string;
  /** One row per quantity; a measured one is empty where nothing was measured. */
  readonly rows: readonly {
    readonly quantity: string;
    readonly configured: string;
    readonly measured: string;
  }[];
  /** Term and description. */
  readonly facts: readonly (readonly [string, string])[];
  /** What was outside tolerance in the full measurement. */
  readonly problems: readonly string[];
}

type Direction = 'down' | 'up';

export function networkConditions(data: ReportData, record: RunNetwork): NetworkConditions {
  const { profile, certificate } = record;
  const reading = certificate?.readings.at(-1) ?? null;
  const directions: readonly Direction[] = ['down', 'up'];
  return {
    network: profile.id,
    rows: [
      {
        quantity: 'round-trip time',
        configured: ms(profile.down.delayMs + profile.up.delayMs),
        measured: reading ? rttText(reading) : '',
      },
      {
        quantity: 'TCP connect',
        configured: 'one round trip',
        measured: reading?.tcpConnectMs ? delayText(reading.tcpConnectMs) : '',
      },
      ...directions.flatMap((name) => directionRows(name, profile[name], reading)),
    ],
    facts: facts(data, record),
    problems: certificate?.problems ?? [],
  };
}

function directionRows(
  name: Direction,
  { rateKbps, delayMs, jitterMs, lossFraction, lossBurstPackets, queue }: LinkDirection,
  reading: LinkReading | null,
): NetworkConditions['rows'] {
  const measured = reading?.[name];
  const [udp, tcp] = [measured?.udpRateKbps ?? null, measured?.tcpRateKbps ?? null];
  const rates = [
    ...(udp === null ? [] : [`${measuredRate(udp)} of UDP`]),
    ...(tcp === null ? [] : [`${measuredRate(tcp)} of TCP`]),
  ];
  const loss = measured?.loss ?? null;
  const queueBytes = measured?.queueBytes ?? null;
  const delay = measured?.oneWayDelayMs ?? null;
  const bursts = lossBurstPackets > 1 ? ` in bursts of ${formatAsGiven(lossBurstPackets)}` : '';
  const jitter = jitterMs > 0 ? ` ± ${ms(jitterMs)}` : '';
  return [
    {
      quantity: `${name}: delay`,
      configured: `${ms(delayMs)}${jitter}`,
      measured: delay ? delayText(delay) : '',
    },
    {
      quantity: `${name}: rate`,
      configured: rateKbps === null ? 'no limit' : formatRate(rateKbps),
      // Where nothing limits, it is the pace of what was sent.
      measured: `${rateKbps === null && rates.length > 0 ? 'all that was sent: ' : ''}${rates.join(', ')}`,
    },
    {
      quantity: `${name}: loss`,
      configured: `${percent(lossFraction)}${bursts}`,
      measured: loss
        ? `${percent(loss.lost / loss.sent)} (99 %: ${percent(loss.low99)} – ${percent(loss.high99)}, n=${loss.sent})`
        : '',
    },
    {
      quantity: `${name}: queue`,
      configured: queueText(queue),
      measured: queueBytes === null ? '' : bytes(queueBytes),
    },
  ];
}

function facts(data: ReportData, record: RunNetwork): [string, string][] {
  const { backend, backendVersion, why, loopback, certificate, sysctls, workload } = record;
  const { factors: own, sweep } = data.manifest.config;
  const { congestionControl, notsentLowatBytes: limit } = own;
  const swept = sweep.filter(({ factor }) => factor === 'tcp-cc' || factor === 'notsent-lowat');
  const made = loopback ? 'loopback, no network at all' : (backendVersion ?? backend ?? 'nothing');
  const outside = cellsOutside(data, record.profile.id);
  const holb = data.manifest.config.scenarios.some(isBesideBulk);
  return [
    ['Made by', `${made} (${why})`],
    ['Chosen by', record.options],
    ...(backend === null
      ? []
      : ([
          [
            'Seeds',
            `${certificate === null ? '' : `${certificate.seed} for the measurement above, then `}the cells’ own${sharesLosses(record) ? '' : '; losses do not repeat with them'}`,
          ],
          [
            'TCP',
            `${congestionControl} on both sides, tcp_notsent_lowat ${limit === null ? 'the kernel’s default' : bytes(limit)}${swept.map(({ factor, values }) => `; ${factor} swept: ${values.join(', ')}`).join('')}`,
          ],
          ['Kernel settings inside', settings(sysctls)],
          [
            'Checked around cells',
            `${outside.checked} cells measured right before and after; ${outside.outside} of them outside tolerance`,
          ],
        ] satisfies [string, string][])),
    [
      'Workload',
      `files of ${formatBytes(workload.fileBytes)} (${formatBytes(workload.userFileBytes)} for each of many users); batches of ${workload.textBatches.join(', ')} (text) and ${workload.binaryBatches.join(', ')} (binary); ${workload.mutations} mutations${holb ? `; small messages for ${workload.windowSeconds} s, ${workload.probesPerSecond} a second, beside files of ${formatBytes(workload.bulkFileBytes)}` : ''}`,
    ],
  ];
}

/** Cells of a network that were measured, and those of them that were once outside tolerance. */
function cellsOutside({ cells }: ReportData, network: string) {
  const measured = cells.flatMap(({ cell }) =>
    cell.network === network && cell.certificate !== null ? [cell.certificate] : [],
  );
  // Cells of a network that was refused as a whole carry its full reading, and were not checked.
  const checked = measured.filter(({ before }) => before.readings.at(-1)?.kind === 'check');
  const outside = checked.filter(({ before, after }) =>
    [before, after].some((certificate) => (certificate?.problems.length ?? 0) > 0),
  );
  return { checked: checked.length, outside: outside.length };
}

/** `RTT 100.4 ms, down 19.9 Mbit/s, up 9.95 Mbit/s`: one measurement in a line. */
export function readingLine(reading: LinkReading): string {
  const { rttMs, kind } = reading;
  const directions = (['down', 'up'] as const).flatMap((name) => {
    const { udpRateKbps: udp, tcpRateKbps: tcp, loss } = reading[name];
    // In a check UDP and TCP share the link, packet by packet: their sum is what it carries.
    const carried = kind === 'check' && udp !== null && tcp !== null ? udp + tcp : udp;
    return [
      ...(carried === null ? [] : [`${name} ${measuredRate(carried)}`]),
      ...(loss === null ? [] : [`${name} ${loss.lost} of ${loss.sent} lost`]),
    ];
  });
  const rtt = rttMs === null ? 'nothing came back' : `RTT ${formatNumber(rttMs.median)} ms`;
  return [rtt, ...directions].join(', ');
}

function rttText({ rttMs }: LinkReading): string {
  return rttMs === null ? 'nothing came back' : delayText(rttMs);
}

/** Median, then the range. */
function delayText({ median, min, max, n }: NonNullable<LinkReading['rttMs']>): string {
  return `${formatNumber(median)} ms (${formatNumber(min)} – ${formatNumber(max)}, n=${n})`;
}

function queueText(queue: Queue | null): string {
  if (queue === null) return 'none';
  if (queue.kind === 'droptail') return `droptail, ${bytes(queue.limitBytes)}`;
  if (queue.kind === 'droptail-packets') {
    return `droptail, ${formatAsGiven(queue.limitPackets)} packets`;
  }
  return `CoDel, ${ms(queue.targetMs)} / ${ms(queue.intervalMs)}, ${bytes(queue.limitBytes)}`;
}

function settings(sysctls: Readonly<Record<string, string>>): string {
  const entries = Object.entries(sysctls);
  return entries.map(([name, value]) => `${name}=${value}`).join(', ') || 'none stored';
}

function ms(value: number): string {
  return `${formatAsGiven(value)} ms`;
}

function measuredRate(kbps: number): string {
  return kbps >= 1_000 ? `${formatNumber(kbps / 1_000)} Mbit/s` : `${formatNumber(kbps)} kbit/s`;
}

function percent(fraction: number): string {
  return `${formatAsGiven(100 * fraction)} %`;
}

function bytes(value: number): string {
  return `${formatAsGiven(Math.round(value))} bytes`;
}
