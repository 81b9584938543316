import type { NetworkReading, RealNetwork } from '@holbench/results/real-network';
import type { RunNetwork } from '@holbench/results/run-network';
import { formatNumber } from '../document/format.ts';
import { linkText } from '../document/link-text.ts';
import type { ReportData } from '../runs/report-data.ts';
import { delayText, measuredRate, settingsText } from './measured-text.ts';

/** One quantity of a real network, as it was measured before the first cell. */
export function realNetworkRows({ reading }: RealNetwork): (readonly [string, string])[] {
  const { rttMs, tcpConnectMs, quicMs, down, up } = reading;
  const directions = Object.entries({ down, up }).flatMap(([name, direction]) => {
    if (direction === null) return [];
    const { sent, lost, goodputKbps } = direction;
    return [
      [`${name}: goodput of one TCP connection`, rateText(goodputKbps)],
      [`${name}: datagrams lost`, rttMs === null ? 'not known' : `${lost} of ${sent}`],
    ] as const;
  });
  return [
    ['round-trip time of UDP', delayText(rttMs) || withoutEchoes(up)],
    ['TCP connect', delayText(tcpConnectMs) || 'nothing answered'],
    ...(quicMs ? [['first answer of QUIC', delayText(quicMs)] as const] : []),
    ...directions,
  ];
}

const withoutEchoes = (up: NetworkReading['up']): string =>
  up === null ? 'not measured: no helper at the target' : 'no datagram came back: is UDP blocked?';

const rateText = (kbps: number | null): string =>
  kbps === null ? 'not measured' : measuredRate(kbps);

/** A network in a few words: as configured; a real one as measured. */
export function networkInWords({ profile, found }: Pick<RunNetwork, 'profile' | 'found'>): string {
  if (!found) return linkText(profile);
  const { down, up } = found.reading;
  const rtt = roundTripOf(found.reading);
  const rates = Object.entries({ down, up }).flatMap(([name, direction]) =>
    direction?.goodputKbps ? [`${measuredRate(direction.goodputKbps)} ${name}`] : [],
  );
  const texts = [...(rtt === null ? [] : [`RTT ${formatNumber(rtt)} ms`]), ...rates];
  return [...texts, 'real network'].join(', ');
}

/** Before the first cell: of UDP, or by what else answered. */
export function realNetworkRtt({ reading: { rttMs, tcpConnectMs, quicMs } }: RealNetwork): string {
  if (rttMs) return delayText(rttMs);
  if (tcpConnectMs) return `${delayText(tcpConnectMs)}, by TCP connects`;
  return quicMs ? `${delayText(quicMs)}, by first answers of QUIC` : 'nothing answered';
}

/** What is at the other end, and how the network was around the cells. */
export function realNetworkFacts(
  { target, key, helper }: RealNetwork,
  over: ReportData['cells'],
): Record<string, string> {
  const known = key === null ? 'by a certificate that an authority signed' : `by the key ${key}`;
  return {
    Target: `${target}, known ${known}`,
    ...(helper
      ? {
          'Machine of the servers': `${helper.machine.cpu}, ${helper.machine.cores} cores, ${helper.machine.os}, ${helper.machine.kernel}`,
          'Its kernel settings': settingsText(helper.sysctls),
          'Its commit': `${helper.git.commit ?? 'not known'}${helper.git.dirty === true ? ', with changes' : ''}`,
        }
      : { 'Machine of the servers': 'not known: no helper ran there' }),
    'Around cells': aroundCells(over),
  };
}

/** `RTT 0.4 – 0.9 ms, 3 of 1200 datagrams lost`: over all readings right before and after cells. */
function aroundCells(over: ReportData['cells']): string {
  const readings = over.flatMap(({ cell }) =>
    cell.found ? [cell.found.before, ...(cell.found.after ? [cell.found.after] : [])] : [],
  );
  const medians = readings.flatMap((each) => roundTripOf(each) ?? []);
  if (medians.length === 0) return 'not measured';
  const [least, most] = [Math.min(...medians), Math.max(...medians)].map(formatNumber);
  const all = readings.flatMap(({ down, up }) => [down, up]).filter((each) => each !== null);
  const count = (of: 'sent' | 'lost') => all.reduce((sum, each) => sum + each[of], 0);
  const lost = all.length === 0 ? '' : `, ${count('lost')} of ${count('sent')} datagrams lost`;
  return `${readings.length} readings: median round trips from ${least} to ${most} ms${lost}`;
}

/** The median in ms of what answered: of UDP, else of TCP, else of QUIC. */
function roundTripOf({ rttMs, tcpConnectMs, quicMs }: NetworkReading): number | null {
  return (rttMs ?? tcpConnectMs ?? quicMs)?.median ?? null;
}

/** One reading in a line. */
export function realNetworkLine(reading: NetworkReading): string {
  const { down, up } = reading;
  const rtt = roundTripOf(reading);
  const losses = Object.entries({ down, up }).flatMap(([name, direction]) =>
    direction ? [`${name} ${direction.lost} of ${direction.sent} lost`] : [],
  );
  return [rtt === null ? 'nothing answered' : `RTT ${formatNumber(rtt)} ms`, ...losses].join(', ');
}
