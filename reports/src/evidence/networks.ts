import { settingsIn } from '@holbench/results/block';
import type { LinkReading } from '@holbench/results/link-certificate';
import type { LinkDirection, Queue } from '@holbench/results/network-profile';
import { type RunNetwork, sharesLosses } from '@holbench/results/run-network';
import type { Fact } from '../document/block.ts';
import { formatAsGiven, formatNumber } from '../document/format.ts';
import { rateText } from '../document/link-text.ts';
import type { ReportData } from '../runs/report-data.ts';
import { realNetworkFacts, realNetworkRtt } from './real-network.ts';
import { delayText, measuredRate, settingsText } from './measured-text.ts';
import { workloadText } from './workload-text.ts';
import { rateOf } from '@holbench/results/rate-of';

/** One quantity of a network: as configured, and as measured; '' where it was not. */
type LinkRow = readonly [quantity: string, configured: string, measured: string];

export function linkRows({ profile, certificate }: RunNetwork): LinkRow[] {
  const reading = certificate?.readings.at(-1) ?? null;
  const { down, up } = profile;
  return [
    ['round-trip time', ms(down.delayMs + up.delayMs), rttText(reading)],
    ['TCP connect', 'one round trip', delayText(reading?.tcpConnectMs)],
    ...directionRows('down', down, reading?.down),
    ...directionRows('up', up, reading?.up),
  ];
}

function directionRows(
  name: string,
  link: LinkDirection,
  measured: Partial<LinkReading['down']> = {},
): LinkRow[] {
  const { delayMs, jitterMs, lossFraction, lossBurstPackets, queue } = link;
  const { udpRateKbps, tcpRateKbps, loss, queueBytes, oneWayDelayMs } = measured;
  const rates = Object.entries({ UDP: udpRateKbps, TCP: tcpRateKbps })
    .flatMap(([of, kbps]) => (typeof kbps === 'number' ? [`${measuredRate(kbps)} of ${of}`] : []))
    .join(', ');
  const bursts = lossBurstPackets > 1 ? ` in bursts of ${formatAsGiven(lossBurstPackets)}` : '';
  const jitter = jitterMs > 0 ? ` ± ${ms(jitterMs)}` : '';
  const lost = loss
    ? `${percent(loss.lost / loss.sent)} (99 %: ${percent(loss.low99)} – ${percent(loss.high99)}, n=${loss.sent})`
    : '';
  return [
    [`${name}: delay`, `${ms(delayMs)}${jitter}`, delayText(oneWayDelayMs)],
    rateOf(link) === null
      ? // Where nothing limits, it is the pace of what was sent.
        [`${name}: rate`, rateText(link), rates === '' ? '' : `all that was sent: ${rates}`]
      : [`${name}: rate`, rateText(link), rates],
    [`${name}: loss`, `${percent(lossFraction)}${bursts}`, lost],
    [`${name}: queue`, queueText(queue), typeof queueBytes === 'number' ? bytes(queueBytes) : ''],
  ];
}

/** How a network was made, with what, and what moved over it: term and description. */
export function networkFacts(data: ReportData, network: RunNetwork): Fact[] {
  const { why, options, backend } = network;
  const over = data.cells.filter(({ cell }) => cell.network === network.profile.id);
  const facts = {
    'Made by': `${madeBy(network)} (${why})`,
    Options: options,
    ...(backend === null ? {} : linkFacts(data.manifest, network, over)),
    ...(network.found && realNetworkFacts(network.found, over)),
    Workload: workloadText(data.manifest, over) || 'nothing ran',
  };
  return Object.entries(facts).map(([term, text]) => [term, [text]]);
}

export function madeBy({ loopback, backend, backendVersion, found }: RunNetwork): string {
  if (found) return 'nobody: a real network';
  return loopback ? 'loopback, no emulated network' : (backendVersion ?? backend ?? 'nothing');
}

function linkFacts(
  { config: { factors }, blocks }: ReportData['manifest'],
  network: RunNetwork,
  over: ReportData['cells'],
): Record<string, string> {
  const { certificate, sysctls } = network;
  const { congestionControl, notsentLowatBytes: limit } = factors;
  const swept = settingsIn({ blocks }).filter(
    ({ factor }) => factor === 'tcp-cc' || factor === 'notsent-lowat',
  );
  const tcp = [
    `${congestionControl} on both sides, tcp_notsent_lowat ${limit === null ? 'the kernel’s default' : bytes(limit)}`,
    ...swept.map(({ factor, values }) => `${factor} swept: ${values.join(', ')}`),
  ];
  const first = certificate === null ? '' : `${certificate.seed} for the measurement above, then `;
  const losses = sharesLosses(network) ? '' : '; losses do not repeat with them';
  // Cells of a network that was refused as a whole carry its full reading, and were not checked.
  const checked = over.flatMap(({ cell }) =>
    cell.certificate?.before.readings.at(-1)?.kind === 'check' ? [cell.certificate] : [],
  );
  const outside = checked.filter(({ before, after }) =>
    [before, after].some((certificate) => (certificate?.problems.length ?? 0) > 0),
  );
  return {
    Seeds: `${first}the cells’ own${losses}`,
    TCP: tcp.join('; '),
    'Kernel settings inside': settingsText(sysctls),
    'Checked around cells': `${checked.length} cells; ${outside.length} of them outside tolerance`,
  };
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

/** Median, then the range; '' where there is no reading. */
export function rttText(reading: Pick<LinkReading, 'rttMs'> | null): string {
  return reading !== null && reading.rttMs === null
    ? 'nothing came back'
    : delayText(reading?.rttMs);
}

/** The round trip as certified or, of a real network, as measured; '' where it was not measured. */
export function measuredRtt({ found, certificate }: RunNetwork): string {
  return found ? realNetworkRtt(found) : rttText(certificate?.readings.at(-1) ?? null);
}

function queueText(queue: Queue | null): string {
  if (queue === null) return 'none';
  if (queue.kind === 'droptail') return `droptail, ${bytes(queue.limitBytes)}`;
  if (queue.kind === 'droptail-packets') {
    return `droptail, ${formatAsGiven(queue.limitPackets)} packets`;
  }
  return `CoDel, ${ms(queue.targetMs)} / ${ms(queue.intervalMs)}, ${bytes(queue.limitBytes)}`;
}

function ms(value: number): string {
  return `${formatAsGiven(value)} ms`;
}

function percent(fraction: number): string {
  return `${formatAsGiven(100 * fraction)} %`;
}

function bytes(value: number): string {
  return `${formatAsGiven(Math.round(value))} bytes`;
}
