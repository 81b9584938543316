import type { Connection } from '@holbench/results/connection';
import type { Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { byLabel, type Metric, type MetricTable, type Round } from '../../metric.ts';
import type { CountedValue } from '../../round-statistic.ts';
import { oneWitness } from './cautions.ts';
import { deadlineMs } from './probe-latencies.ts';

const TABLE: MetricTable = {
  id: 'recovery',
  title: 'after the network was disturbed',
  rare: true,
};

/** What became of messages when the network broke or moved; none of a network that did not. */
export const RECOVERY_METRICS: readonly Metric[] = [
  {
    ...common(),
    id: 'recovery',
    title: 'until messages flow again',
    unit: 'ms',
    better: 'lower',
    definition:
      'from the end of the disturbance until the first answer to a load, of each connection; where none came, at least until the last of them was given up; the geometric mean over connections',
    estimate: { of: 'connections', value: recoveryMs },
  },
  {
    ...common(),
    id: 'unanswered',
    title: 'without an answer',
    unit: 'share',
    better: 'lower',
    definition:
      'loads and mutations that were under way when the disturbance began, or sent later, and had no answer, or no event ÷ all of these; the mean over connections',
    estimate: {
      of: 'mean of rounds',
      value: (round) => {
        const all = disturbedMessages(round);
        const lost = all.filter(({ outcome }) => outcome.status !== 'ok').length;
        return all.length === 0 ? null : { value: lost / all.length, n: all.length };
      },
    },
  },
  {
    ...common(),
    id: 'events-again',
    title: 'events that came again',
    unit: 'count',
    better: 'lower',
    definition: 'events that a subscriber got twice, of all connections',
    estimate: {
      of: 'pooled',
      value: (rounds) => {
        const disturbed = rounds.filter(({ connection }) => isDisturbed(connection));
        if (disturbed.length === 0) return null;
        const again = disturbed.map(({ connection }) => connection?.eventsAgain ?? 0);
        return { value: again.reduce((sum, each) => sum + each, 0), n: disturbed.length };
      },
    },
  },
  {
    ...common(),
    id: 'new-sockets',
    title: 'new sockets',
    unit: 'count',
    better: null,
    definition:
      'TCP and UDP sockets to the server that the browser had at the end of the window and not before the disturbance; 0: no connection was made anew; the mean over connections',
    estimate: {
      of: 'mean of rounds',
      value: ({ connection }) => {
        const { newSockets } = connection?.disturbed ?? {};
        return newSockets === undefined ? null : { value: newSockets, n: 1 };
      },
    },
  },
];

function common() {
  return { table: TABLE, whereRecorded: true, cautions: oneWitness } as const;
}

function isDisturbed(
  connection: Connection | undefined,
): connection is Connection & { disturbed: NonNullable<Connection['disturbed']> } {
  return (connection?.disturbed ?? null) !== null;
}

function disturbedMessages(round: Round) {
  const { connection } = round;
  if (!isDisturbed(connection)) return [];
  const { fromMs } = connection.disturbed;
  return (['load', 'event'] as const)
    .flatMap((kind) => byLabel(round).get(LABELS.probe('same', kind)) ?? [])
    .filter((sample) => endOf(sample, round) > fromMs);
}

function recoveryMs(round: Round): CountedValue | null {
  const { connection } = round;
  if (!isDisturbed(connection)) return null;
  const { toMs } = connection.disturbed;
  const loads = byLabel(round).get(LABELS.probe('same', 'load')) ?? [];
  const sinceMs = (sample: Sample): number => endOf(sample, round) - toMs;
  const ended = loads.filter((sample) => sinceMs(sample) > 0);
  const answers = ended.filter(({ outcome }) => outcome.status === 'ok');
  return answers.length > 0
    ? { value: Math.min(...answers.map(sinceMs)), n: answers.length }
    : { value: Math.max(0, ...ended.map(sinceMs)), n: 0, censored: true };
}

/** When a message was answered, or given up. */
function endOf({ intendedAtMs, outcome }: Sample, { workload }: Round): number {
  if (outcome.status === 'ok') return intendedAtMs + outcome.durationMs;
  return intendedAtMs + (outcome.status === 'failed' ? outcome.afterMs : deadlineMs(workload));
}
