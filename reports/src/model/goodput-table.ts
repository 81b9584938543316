import { RENO_BACK_OFF, renoGoodputMbps } from '@holbench/stats/reno';
import type { LinkDirection, NetworkProfile } from '@holbench/results/network-profile';
import type { Variant } from '@holbench/variants/registry';
import { NOT_RUN, overRounds, plainFigure } from './figure.ts';
import { formatNumber } from './format.ts';
import { bulkGoodputs, idleRttMs } from './holb-rounds.ts';
import { armRows, selectArms, selectionNotes } from './published-table.ts';
import { networkOf, type ReportData, type Selected } from './report-data.ts';
import type { Figure, Table } from './table.ts';

const COLUMNS = [
  'bulk self (Mbit/s)',
  'bulk foreign (Mbit/s)',
  'Reno prediction (Mbit/s)',
  'self ÷ prediction',
  'foreign ÷ prediction',
  'prediction, own back-off (Mbit/s)',
  'rounds',
] as const;

/** Ethernet's 1500 bytes without the headers of IP and TCP, which has timestamps. */
const TCP = { payloadBytes: 1_448, packetBytes: 1_500 };
/** What quic-go 0.63 makes of a path of 1500 bytes: nearly all packets in Chromium's net log. */
const QUIC = { payloadBytes: 1_411, packetBytes: 1_464 };
/** quic-go's Reno keeps more than half (`renoBeta`, internal/congestion/cubic_sender.go). */
const QUIC_GO_BACK_OFF = 0.7;
/** Connections of HTTP/1.1 that Chromium opens to one origin. */
const HTTP1_CONNECTIONS = 6;

type Rounds = Extract<Selected, { state: 'ok' }>['rounds'];

/** Whether losses may be what limits a download over this network. */
export function losesAtARate({ down }: NetworkProfile): boolean {
  return down.lossFraction > 0 && down.rateKbps !== null;
}

/** What a bulk download moves, and what Reno would move under the same losses. */
export function goodputTable(
  data: ReportData,
  network: string,
  { scenario, id }: { scenario: string; id: string },
): Table {
  const { down, up } = networkOf(data, network).profile;
  const selections = selectArms({ data, network, scenario, kind: 'text' });
  return {
    id,
    title: `Scenario ${scenario} Goodput of the Bulk beside what Losses allow`,
    rowHeader: 'Server',
    columns: COLUMNS,
    rows: armRows(selections, COLUMNS, (rounds, variant) =>
      figures(variant, rounds, down, down.delayMs + up.delayMs),
    ),
    notComparable: [],
    notes: [
      `Not in the published tables. Payload of the bulk download while the small messages were sent, once it had run for five round trips and at least 1 s. Reno prediction: 1.22·MSS ÷ (RTT·√p) (Mathis et al. 1997), with the configured loss, the round trip measured without a load, ${TCP.payloadBytes} bytes per packet of TCP and ${QUIC.payloadBytes} of QUIC, for each connection of the bulk, and no more than the link carries of payload. It knows no time-outs and no queue; TLS and framing take about 1 % of what it allows. Own back-off: the same for a congestion control that keeps another share of its window after a loss, ${QUIC_GO_BACK_OFF} in quic-go’s Reno; there is no such formula for cubic and bbr.`,
      ...selectionNotes(selections),
    ],
  };
}

function figures(
  variant: Variant,
  rounds: Rounds,
  down: LinkDirection,
  configuredRttMs: number,
): Figure[] {
  const cell = rounds[0]?.cell.cell ?? null;
  const isQuic = variant.protocol === 'h3';
  const control = rounds[0]?.cell.factors.congestionControl ?? '';
  const remark = isQuic ? 'quic-go’s Reno' : control;
  const predicted = (backOff: number | null): number | null =>
    backOff === null ? null : prediction(variant, rounds, down, configuredRttMs, backOff);
  const reno = predicted(RENO_BACK_OFF);
  const own = predicted(isQuic ? QUIC_GO_BACK_OFF : control === 'reno' ? RENO_BACK_OFF : null);
  const self = bulkGoodputs(rounds, 'self');
  const foreign = bulkGoodputs(rounds, 'foreign');
  const against = (goodputs: readonly number[]): Figure =>
    overRounds(reno === null ? [] : goodputs.map((mbps) => mbps / reno), cell);
  return [
    { ...overRounds(self, cell), remark },
    { ...overRounds(foreign, cell), remark },
    number(reno, cell),
    against(self),
    against(foreign),
    number(own, cell),
    plainFigure(rounds.length, cell),
  ];
}

/** Of all connections of the bulk together, in Mbit/s. */
function prediction(
  { protocol }: Variant,
  rounds: Rounds,
  { lossFraction, lossBurstPackets, rateKbps }: LinkDirection,
  configuredRttMs: number,
  backOff: number,
): number | null {
  const rttMs = idleRttMs(rounds) || configuredRttMs;
  const streams = rounds[0]?.cell.factors.bulkStreams ?? 1;
  const connections = protocol === 'http/1.1' ? Math.min(streams, HTTP1_CONNECTIONS) : 1;
  const packet = protocol === 'h3' ? QUIC : TCP;
  const path = { ...packet, rttMs, lossFraction, lossBurstPackets };
  const one = renoGoodputMbps({ ...path, rateKbps: null }, backOff);
  const most = renoGoodputMbps({ ...path, lossFraction: 0, rateKbps }, backOff);
  return one === null ? most : Math.min(connections * one, most ?? Infinity);
}

function number(value: number | null, cell: string | null): Figure {
  if (value === null) return { ...NOT_RUN, text: '–', cell };
  return { ...plainFigure(value, cell), text: formatNumber(value) };
}
