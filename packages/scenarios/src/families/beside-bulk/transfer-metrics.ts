import type { NetworkProfile } from '@holbench/results/network-profile';
import { stallsIn, type Stalls } from '@holbench/stats/stalls';
import { certifiedRttMs } from '../../certified-rtt.ts';
import type { Metric, MetricTable, Round, Unit } from '../../metric.ts';
import { bulkGoodput, messagesOf, phaseWindow } from './bulk-goodput.ts';
import { cautionsOf } from './cautions.ts';
import { renoMbps } from './reno-prediction.ts';
import { rateOf } from '@holbench/results/rate-of';

export const TRANSFER_TABLE: MetricTable = { id: 'transfer', title: 'the transfer' };

function goodput(phase: 'same' | 'other'): Metric {
  return {
    id: `goodput-${phase}`,
    title: `goodput ${phase}`,
    unit: 'Mbit/s',
    better: 'higher',
    definition:
      '8 × payload bytes ÷ time, over the bins of 100 ms that lie completely in the window of the phase',
    table: TRANSFER_TABLE,
    cautions: cautionsOf([phase]),
    estimate: {
      of: 'rounds',
      value: (round) => {
        const value = bulkGoodput(round, phase);
        return value === null ? null : { value, n: round.cell.factors.bulkStreams };
      },
    },
  };
}

/** Stalls of both kinds of messages together on the transfer's connection: they share what stalls. */
function stallsOf(round: Round): Stalls | null {
  const window = phaseWindow(round, 'same');
  if (window === null) return null;
  const arrivals = messagesOf(round, 'same').flatMap(({ intendedAtMs, outcome }) =>
    outcome.status === 'ok' ? intendedAtMs + outcome.durationMs : [],
  );
  const rttMs = certifiedRttMs(round) ?? 0;
  const answersMs = { beganAtMs: window.fromMs + rttMs, endedAtMs: window.toMs };
  const { probesPerSecond } = round.workload;
  return stallsIn(arrivals, answersMs, { rttMs, intervalMs: 1_000 / probesPerSecond });
}

function stall(
  [id, title, unit]: readonly [string, string, Unit],
  number: (stalls: Stalls) => number,
): Metric {
  return {
    id,
    title,
    unit,
    better: 'lower',
    definition: `number, sum and longest of the stalls; stalled share: 100 × sum ÷ window. A stall is a gap longer than RTT + 3 × send interval between answers of both kinds, from RTT after the start of the window to its end, both counting as answers`,
    table: TRANSFER_TABLE,
    estimate: {
      of: 'rounds',
      value: (round) => {
        const stalls = stallsOf(round);
        const messages = messagesOf(round, 'same');
        const failed = messages.filter(({ outcome }) => outcome.status === 'failed').length;
        return stalls === null ? null : { value: number(stalls), n: messages.length, failed };
      },
    },
  };
}

/** Whether losses may be what limits a download over this network. */
export function losesAtARate({ down }: NetworkProfile): boolean {
  return down.lossFraction > 0 && rateOf(down) !== null;
}

function againstReno(phase: 'same' | 'other'): Metric {
  return {
    id: `${phase}-vs-reno`,
    title: `${phase} ÷ model`,
    unit: 'x',
    better: null,
    definition: `goodput ${phase} ÷ Mathis model of Reno`,
    table: TRANSFER_TABLE,
    appliesTo: losesAtARate,
    cautions: cautionsOf([phase]),
    estimate: {
      of: 'rounds',
      value: (round, _, rounds) => {
        const [mbps, predicted] = [bulkGoodput(round, phase), renoMbps(rounds, 'reno')];
        return mbps === null || predicted === null ? null : { value: mbps / predicted, n: 1 };
      },
    },
  };
}

const SHARED_METRICS: readonly Metric[] = [
  goodput('same'),
  goodput('other'),
  stall(['stalls', 'stalls', 'count'], ({ count }) => count),
  stall(['stalled-ms', 'total stall', 'ms'], ({ totalMs }) => totalMs),
  stall(['longest-stall', 'longest stall', 'ms'], (all) => all.longestMs),
  stall(['stalled-share', 'time stalled', '%'], ({ share }) => 100 * share),
  {
    id: 'connections',
    title: 'connections',
    unit: 'count',
    better: null,
    definition:
      'TCP connections + UDP sockets of both pages in the phase same; the most of any round',
    table: TRANSFER_TABLE,
    estimate: {
      of: 'most',
      value: ({ cell }) => {
        const seen = cell.phases.find(({ phase }) => phase === 'same')?.connections;
        return seen ? seen.tcp + seen.udp : null;
      },
    },
  },
];

/** The bulk transfer of a phase, and what losses allow it. */
export const TRANSFER_METRICS: readonly Metric[] = [
  ...SHARED_METRICS,
  {
    id: 'reno-prediction',
    title: 'Mathis model of Reno',
    unit: 'Mbit/s',
    better: null,
    definition:
      'min(k·C·8·MSS ÷ (RTT·√(p ÷ B)), rate × MSS ÷ packet) with C = √((1 + β) ÷ (2(1 − β))) = 1.22 for Reno’s β = ½ (Mathis et al. 1997; other β: Floyd et al. 2000); p, B: configured loss and the mean length of its bursts; RTT: median over rounds of the link’s; MSS of packet: TCP 1448 of 1500, QUIC 1411 of 1464 bytes; k: connections of the transfer, for HTTP/1.1 as many as its streams up to six, else 1',
    table: TRANSFER_TABLE,
    appliesTo: losesAtARate,
    estimate: { of: 'model', value: (rounds) => renoMbps(rounds, 'reno') },
  },
  againstReno('same'),
  againstReno('other'),
  {
    id: 'own-prediction',
    title: 'model, own back-off',
    unit: 'Mbit/s',
    better: null,
    definition: 'the same with β = 0.7 for quic-go’s Reno; none for cubic and bbr',
    table: TRANSFER_TABLE,
    appliesTo: losesAtARate,
    estimate: { of: 'model', value: (rounds) => renoMbps(rounds, 'own') },
  },
];
