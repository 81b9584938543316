import type { NetworkProfile } from '@holbench/results/network-profile';
import { ProbePhase } from '@holbench/results/sample';
import { roundTripsPerMinute } from '@holbench/stats/responsiveness';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { mean } from '@holbench/stats/statistics';
import { LABELS } from '../../labels.ts';
import { byLabel, durations, type Metric, type MetricTable, type Round } from '../../metric.ts';
import { cautionsOf } from './cautions.ts';
import { LATEST_IDLE_MS, LATEST_LOADED_MS, scheduleMetrics } from '../../schedule-metrics.ts';
import { BROWSER_METRICS, cellsWith } from './browser-metrics.ts';
import { CONNECTION_METRICS } from './connection-metrics.ts';
import { differenceOf } from './difference-of.ts';
import { bulkGoodput, labelsOf } from './bulk-goodput.ts';
import { bulkDirection } from './loaded-phase.ts';
import { LOADED_PHASE_METRICS } from './loaded-phase-metrics.ts';
import { roundStatistic, type CountedValue } from '../../round-statistic.ts';
import { PROBE_DEADLINE_MS, waitMs } from './probe-latencies.ts';
import { TRANSFER_METRICS } from './transfer-metrics.ts';
import { WAIT_METRICS } from './wait-metrics.ts';
import { rateOf } from '@holbench/results/rate-of';

type Probe = 'load' | 'event';

const PROBES: readonly { kind: Probe; table: MetricTable }[] = [
  { kind: 'load', table: { id: 'load', title: 'load of a text, after the ramp', waits: true } },
  {
    kind: 'event',
    table: { id: 'event', title: 'mutation until its event, after the ramp', waits: true },
  },
];

/** Shares of messages that are answered in time, in ms. */
const LIMITS_MS = [100, 200, 500] as const;

const SECONDS = PROBE_DEADLINE_MS / 1_000;

/** Least share of a link’s rate that is payload where a transfer fills it: headers take 4 to 8 %. */
const SATURATED = 0.8;

const AFTER_RAMP: readonly Metric[] = [
  ...PROBES.flatMap(({ kind, table }) => [
    percentileOf(kind, table, 'alone', 'p50'),
    percentileOf(kind, table, 'other', 'p50'),
    percentileOf(kind, table, 'same', 'p50'),
    percentileOf(kind, table, 'same', 'p95'),
    ...derivedMetrics(kind, table),
    ...LIMITS_MS.map((limitMs) => withinMetric(kind, table, limitMs)),
    { ...percentileOf(kind, table, 'alone', 'p95'), detail: true as const },
    { ...percentileOf(kind, table, 'other', 'p95'), detail: true as const },
    ...(['alone', 'other', 'same'] as const).map((phase) => meanWait(kind, table, phase)),
  ]),
  ...TRANSFER_METRICS,
  ...LOADED_PHASE_METRICS,
];

/** Small messages of fresh connections; then, of runs up to schema 8 and cells without these, after the ramp. */
export const besideBulkMetrics: readonly Metric[] = [
  ...CONNECTION_METRICS,
  ...AFTER_RAMP.map((metric) => ({ ...metric, cells: 'phases' as const })),
  ...WAIT_METRICS,
  ...BROWSER_METRICS,
  // How late the messages of each phase were sent, both kinds together.
  ...ProbePhase.options.flatMap((phase) =>
    scheduleMetrics([
      {
        name: phase,
        labels: [...labelsOf(phase, 'load'), ...labelsOf(phase, 'event')],
        latestMs: phase === 'alone' ? LATEST_IDLE_MS : LATEST_LOADED_MS,
      },
    ]).map((metric) => ({ ...metric, ...cellsWith(phase) })),
  ),
];

function percentileOf(
  kind: Probe,
  table: MetricTable,
  phase: ProbePhase,
  statistic: 'p50' | 'p95',
): Metric {
  return {
    id: `${kind}-${phase}-${statistic}`,
    title: `${phase} ${statistic}`,
    unit: 'ms',
    better: 'lower',
    definition: `d of a message: alone, with the transfer on another connection (other), on the transfer’s connection (same); at least ${SECONDS} s where that message was given up or failed`,
    table,
    cautions: cautionsOf([phase]),
    estimate: {
      of: 'operations',
      statistic,
      values: (round) => durations(round, LABELS.probe(phase, kind)),
      bound: PROBE_DEADLINE_MS,
    },
  };
}

/** p50 of a phase, as the figures of that name have it. */
function p50(round: Round, phase: ProbePhase, kind: Probe): CountedValue | null {
  return roundStatistic(durations(round, LABELS.probe(phase, kind)), 'p50', PROBE_DEADLINE_MS);
}

/** Of the p50 of two phases of one round; a lower bound where the loaded one is. */
function ofBoth(
  round: Round,
  kind: Probe,
  base: ProbePhase,
  figure: (loaded: number, base: number) => Pick<CountedValue, 'value' | 'base'>,
): CountedValue | null {
  const [loaded, other] = [p50(round, 'same', kind), p50(round, base, kind)];
  return differenceOf(loaded, other, `${base} p50`, figure);
}

function derivedMetrics(kind: Probe, table: MetricTable): Metric[] {
  return [
    {
      id: `${kind}-sharing-wait`,
      title: 'wait from sharing the connection',
      unit: 'ms',
      better: 'lower',
      definition:
        'same p50 − other p50 of a round: what sharing the connection adds to sharing the link',
      table,
      cautions: cautionsOf(['same', 'other']),
      estimate: {
        of: 'rounds',
        value: (round) =>
          ofBoth(round, kind, 'other', (same, base) => ({ value: same - base, base })),
      },
    },
    {
      id: `${kind}-added-wait`,
      title: 'added wait',
      unit: 'ms',
      better: 'lower',
      definition:
        'same p50 − alone p50 of a round: what the transfer adds, the link’s own queue included',
      table,
      cautions: cautionsOf(['same']),
      estimate: {
        of: 'rounds',
        value: (round) =>
          ofBoth(round, kind, 'alone', (same, alone) => ({ value: same - alone, base: alone })),
      },
    },
    {
      id: `${kind}-inflation`,
      title: 'inflation',
      unit: 'x',
      better: 'lower',
      definition: 'same p50 ÷ alone p50 of a round',
      table,
      cautions: cautionsOf(['same']),
      estimate: {
        of: 'rounds',
        value: (round) => ofBoth(round, kind, 'alone', (same, alone) => ({ value: same / alone })),
      },
    },
    {
      id: `${kind}-rpm`,
      title: 'RPM',
      unit: '1/min',
      better: 'higher',
      definition: `round trips per minute under load: 60 000 ÷ mean of the ⌈0.95·n⌉ smallest d of the phase same (draft-ietf-ippm-responsiveness, single-sided trimmed mean); only where the draft’s conditions hold: no losses configured, goodput stable before the window and at least ${100 * SATURATED} % of the link’s rate in it, every message answered`,
      table,
      appliesTo: canBeFilled,
      cautions: cautionsOf(['same']),
      estimate: { of: 'rounds', value: (round) => responsiveness(round, kind) },
    },
  ];
}

/** The waits of all messages sent, not only of answered ones; null where none was. */
function waitsOf(round: Round, phase: ProbePhase, kind: Probe) {
  const messages = byLabel(round).get(LABELS.probe(phase, kind)) ?? [];
  const sorted = sortSamples(messages.map(waitMs));
  const failed = messages.filter(({ outcome }) => outcome.status !== 'ok').length;
  return sorted && { sorted, n: messages.length, failed };
}

function responsiveness(round: Round, kind: Probe): CountedValue | null {
  const waits = waitsOf(round, 'same', kind);
  if (waits === null) return null;
  const { sorted, n, failed } = waits;
  const none = { value: null, n, failed };
  const { ramp } = round.cell.phases.find(({ phase }) => phase === 'same') ?? {};
  if (ramp?.stable !== true) return { ...none, lacks: 'no working conditions' };
  if (!fillsLink(round)) return { ...none, lacks: 'link not filled' };
  // Given up, a message took any time: there is no mean of it.
  if (failed > 0) return { ...none, lacks: 'unanswered messages' };
  const value = roundTripsPerMinute(sorted);
  // The clock saw no time pass.
  return Number.isFinite(value) ? { value, n, failed } : none;
}

/** Where losses keep a transfer below the rate of the link, or there is none, it never fills it; over a trace nobody knows. */
function canBeFilled({ down, up }: NetworkProfile): boolean {
  return [down, up].every((link) => rateOf(link)?.isConstant === true && link.lossFraction === 0);
}

/** Whether the transfer on the same connection has the rate of its link. */
function fillsLink(round: Round): boolean {
  const mbps = (rateOf(bulkDirection(round))?.meanKbps ?? Infinity) / 1_000;
  return (bulkGoodput(round, 'same') ?? 0) >= SATURATED * mbps;
}

function withinMetric(kind: Probe, table: MetricTable, limitMs: number): Metric {
  return {
    id: `${kind}-in-${limitMs}-ms`,
    title: `in ${limitMs} ms`,
    unit: 'share',
    better: 'higher',
    definition: 'messages of the phase same with d up to that limit ÷ all sent',
    table,
    cautions: cautionsOf(['same']),
    estimate: {
      of: 'share',
      value: (round) => {
        const all = durations(round, LABELS.probe('same', kind));
        return { part: all.filter((ms) => ms <= limitMs).length, whole: all.length };
      },
    },
  };
}

/** A lower bound where a message was given up: it waited that long, and longer. */
function meanWait(kind: Probe, table: MetricTable, phase: ProbePhase): Metric {
  return {
    id: `${kind}-${phase}-mean-wait`,
    title: `${phase} mean wait`,
    unit: 'ms',
    better: 'lower',
    definition: `mean w of a phase, where the wait w is d of an answered message and ${SECONDS} s of one that was given up or failed`,
    table,
    detail: true,
    cautions: cautionsOf([phase]),
    estimate: {
      of: 'rounds',
      value: (round) => {
        const waits = waitsOf(round, phase, kind);
        if (waits === null) return null;
        const { sorted, n, failed } = waits;
        return { value: mean(sorted), n, failed, censored: failed > 0 };
      },
    },
  };
}
