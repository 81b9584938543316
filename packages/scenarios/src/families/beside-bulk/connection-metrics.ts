import { sortSamples } from '@holbench/stats/sorted-samples';
import { mean, percentile } from '@holbench/stats/statistics';
import type { Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { byLabel, durations, type Metric, type MetricTable, type Round } from '../../metric.ts';
import { roundStatistic, type CountedValue } from '../../round-statistic.ts';
import { oneWitness } from './cautions.ts';
import { FIRST_MS, startOf } from './connection-messages.ts';
import { differenceOf } from './difference-of.ts';
import { movedUntil } from './goodput.ts';
import { deadlineMs, waitMs } from './probe-latencies.ts';

type Probe = 'load' | 'event';

const PROBES: readonly { kind: Probe; table: MetricTable }[] = [
  {
    kind: 'load',
    table: { id: 'start-load', title: 'load of a text, first seconds', waits: true },
  },
  {
    kind: 'event',
    table: { id: 'start-event', title: 'mutation until its event, first seconds', waits: true },
  },
];

const TRANSFER: MetricTable = { id: 'start-transfer', title: 'the transfer, first seconds' };

/** What the first seconds of a transfer are. */
export const FIRST_SECONDS = FIRST_MS / 1_000;

/** A message that takes longer is late. */
const LATE_MS = 1_000;

/** Of fewer connections the 95th percentile of their messages would be that of one or two of them. */
const LEAST_FOR_P95 = 40;

const WHEN = {
  alone: 'before its transfer',
  during: `sent in the first ${FIRST_SECONDS} s of the transfer, from its request on`,
  later: `sent after the first ${FIRST_SECONDS} s of the transfer`,
  other: `sent in the first ${FIRST_SECONDS} s of a transfer of the same draw on another connection`,
} as const;
type When = keyof typeof WHEN;

const MEDIAN = 'a message given up takes at least its deadline, 20 s by default';

/** Messages of fresh connections, on each of which a transfer begins, by the kind of message; then the transfer. */
export const CONNECTION_METRICS: readonly Metric[] = [
  ...PROBES.flatMap(({ kind, table }): Metric[] => [
    waitMetric(kind, table, 'alone', 'alone'),
    waitMetric(kind, table, 'during', 'during the transfer'),
    differenceMetric(kind, table, 'alone', {
      id: 'added',
      title: 'added wait',
      what: 'what the transfer adds, the link’s own queue included',
    }),
    waitMetric(kind, table, 'other', 'during another’s transfer'),
    differenceMetric(kind, table, 'other', {
      id: 'sharing',
      title: 'wait from sharing',
      what: 'what sharing the connection adds to sharing the link',
    }),
    {
      ...common(table),
      id: `${kind}-late`,
      title: `later than ${LATE_MS / 1_000} s`,
      unit: 'share',
      better: 'lower',
      definition: `messages ${WHEN.during}, with d above ${LATE_MS / 1_000} s or without an answer, ÷ all of these; the mean over connections`,
      estimate: {
        of: 'mean of rounds',
        value: (round) => {
          const all = waitsMs(round, kind, 'during');
          const late = all.filter((ms) => ms > LATE_MS);
          return all.length === 0 ? null : { value: late.length / all.length, n: all.length };
        },
      },
    },
    {
      ...common(table),
      id: `${kind}-during-p95`,
      title: 'during p95',
      unit: 'ms',
      better: 'lower',
      definition: `95th percentile of d of the messages ${WHEN.during}, of all connections together; from ${LEAST_FOR_P95} connections on`,
      estimate: { of: 'pooled', value: (rounds) => pooledP95(rounds, kind) },
    },
    { ...waitMetric(kind, table, 'later', `after ${FIRST_SECONDS} s`), detail: true },
    ...(['alone', 'during'] as const).map((when) => meanMetric(kind, table, when)),
  ]),
  {
    ...common(TRANSFER),
    id: 'goodput-start',
    title: 'goodput',
    unit: 'Mbit/s',
    better: 'higher',
    definition: `payload bytes of the transfer that arrived (download) or were acknowledged (upload) in its first ${FIRST_SECONDS} s, from its request on ÷ ${FIRST_SECONDS} s; the geometric mean over connections`,
    estimate: { of: 'connections', value: startGoodput },
  },
];

function common(table: MetricTable) {
  return { table, whereRecorded: true, cautions: oneWitness } as const;
}

function waitMetric(kind: Probe, table: MetricTable, when: When, title: string): Metric {
  return {
    ...common(table),
    id: `${kind}-${when}`,
    title,
    unit: 'ms',
    better: 'lower',
    definition: `median d of the messages of a connection ${WHEN[when]} (${MEDIAN}); the geometric mean over connections`,
    estimate: { of: 'connections', value: (round) => waitOf(round, kind, when) },
  };
}

/** A mean, which few late messages change, and a median not. */
function meanMetric(kind: Probe, table: MetricTable, when: 'alone' | 'during'): Metric {
  return {
    ...common(table),
    id: `${kind}-${when}-mean`,
    title: `${when} mean`,
    unit: 'ms',
    better: 'lower',
    detail: true,
    definition: `mean d of the messages of a connection ${WHEN[when]} (${MEDIAN}); the geometric mean over connections`,
    estimate: {
      of: 'connections',
      value: (round) => {
        const all = messagesOf(round, kind, when);
        const failed = all.filter(({ outcome }) => outcome.status !== 'ok').length;
        const waits = sortSamples(all.map((each) => waitMs(each, round.workload)));
        return waits && { value: mean(waits), n: all.length, failed, censored: failed > 0 };
      },
    },
  };
}

/** during − another wait of the same draw. */
function differenceMetric(
  kind: Probe,
  table: MetricTable,
  from: 'alone' | 'other',
  { id, title, what }: { readonly id: string; readonly title: string; readonly what: string },
): Metric {
  return {
    ...common(table),
    id: `${kind}-${id}`,
    title,
    unit: 'ms',
    better: 'lower',
    definition: `during − ${from}, of the two averages over connections: ${what}`,
    estimate: {
      of: 'connections',
      value: (round) =>
        differenceOf(
          waitOf(round, kind, 'during'),
          waitOf(round, kind, from),
          from,
          (loaded, base) => ({ value: loaded - base, base }),
        ),
    },
  };
}

function waitOf(round: Round, kind: Probe, when: When): CountedValue | null {
  return roundStatistic(waitsOf(round, kind, when), 'p50', deadlineMs(round.workload));
}

/** The main numbers of a connection: the median wait of its loads during the transfer in ms, and its goodput in Mbit/s. */
export function mainNumbers(round: Round) {
  return { wait: waitOf(round, 'load', 'during'), goodput: startGoodput(round) };
}

/** How long these messages of a connection took, in ms; `CENSORED` of one that was given up. */
export function waitsOf(round: Round, kind: Probe, when: When): number[] {
  return durations({ samples: messagesOf(round, kind, when) }, labelOf(kind, when));
}

/** The same, with what they waited at least of those given up. */
function waitsMs(round: Round, kind: Probe, when: When): number[] {
  return messagesOf(round, kind, when).map((each) => waitMs(each, round.workload));
}

function labelOf(kind: Probe, when: When): string {
  return LABELS.probe(when === 'alone' || when === 'other' ? when : 'same', kind);
}

/** Those of a connection that count. */
export function messagesOf(round: Round, kind: Probe, when: When): readonly Sample[] {
  if (!(when === 'other' ? round.elsewhere : round.connection)) return [];
  const all = byLabel(round).get(labelOf(kind, when)) ?? [];
  const start = startOf(round, when === 'alone' || when === 'other' ? when : 'same', all);
  return when === 'later' ? all.filter((each) => !start.includes(each)) : start;
}

function pooledP95(rounds: readonly Round[], kind: Probe): CountedValue | null {
  if (rounds.length < LEAST_FOR_P95) return null;
  const all = rounds.flatMap((round) => messagesOf(round, kind, 'during'));
  const failed = all.filter(({ outcome }) => outcome.status !== 'ok').length;
  const sorted = sortSamples(rounds.flatMap((round) => waitsMs(round, kind, 'during')));
  const found = sorted && percentile(sorted, 0.95);
  const longest = Math.min(...rounds.map(({ workload }) => deadlineMs(workload)));
  return found?.status === 'ok'
    ? { value: found.value, n: all.length, failed, censored: found.value >= longest }
    : null;
}

/** In Mbit/s. */
function startGoodput({ connection }: Round): CountedValue | null {
  const { bulk, window } = connection?.transfer ?? {};
  if (!bulk || !window) return null;
  const endMs = Math.min(window.fromMs + FIRST_MS, window.toMs);
  const bytes = movedUntil(bulk, endMs);
  if (bytes === 0) return { value: null, n: 1, lacks: 'nothing moved' };
  return { value: (bytes * 8) / (1_000 * (endMs - window.fromMs)), n: 1 };
}
