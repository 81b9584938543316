import type { Sample } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { byLabel, type Metric, type MetricTable, type Round } from '../../metric.ts';
import type { CountedValue } from '../../round-statistic.ts';
import { oneWitness } from './cautions.ts';
import { waitMs } from './probe-latencies.ts';

/** After so many seconds without an answer, engines and servers take a connection for dead. */
const HEARTBEATS_S = [1, 2, 5, 10, 20, 30] as const;

type Kind = 'load' | 'ping';

/** What a heartbeat is: a message of the page, or a ping of the server. */
const SENT: Readonly<Record<Kind, { readonly title: string; readonly what: string }>> = {
  load: { title: '', what: 'messages' },
  ping: { title: 'ping: ', what: 'pings of the WebSocket protocol (--ping)' },
};

const TABLE: MetricTable = {
  id: 'heartbeat',
  title: 'heartbeats that would close a connection',
  evidence: true,
};

/** Connections that a heartbeat of so many seconds would have closed, though nothing was wrong with them. */
export const HEARTBEAT_METRICS: readonly Metric[] = (['load', 'ping'] as const).flatMap((kind) =>
  HEARTBEATS_S.flatMap((seconds): Metric[] => [
    {
      ...common(),
      id: `${kind}-closes-${seconds}s`,
      title: `${SENT[kind].title}${seconds} s closes`,
      definition: `connections with an answer later than ${seconds} s to ${SENT[kind].what} sent during the transfer ÷ all connections`,
      estimate: {
        of: 'pooled',
        value: (rounds) =>
          laterThan(rounds, kind, seconds, (late) => [
            late.filter((each) => each > 0).length,
            late.length,
          ]),
      },
    },
    {
      ...common(),
      id: `${kind}-later-${seconds}s`,
      title: `${SENT[kind].title}later than ${seconds} s`,
      detail: true,
      definition: `${SENT[kind].what} sent during the transfer with d above ${seconds} s or without an answer ÷ all of these, of all connections together`,
      estimate: {
        of: 'pooled',
        value: (rounds) =>
          laterThan(rounds, kind, seconds, (late, all) => [
            late.reduce((sum, each) => sum + each, 0),
            all,
          ]),
      },
    },
  ]),
);

function common() {
  const limits = { whereRecorded: true, cautions: oneWitness } as const;
  return { table: TABLE, unit: 'share', better: 'lower', ...limits } as const;
}

/**
 * A share that is made of how many messages of each connection were later; unknown where one was given up before.
 * @param share part and whole.
 */
function laterThan(
  rounds: readonly Round[],
  kind: Kind,
  seconds: number,
  share: (late: readonly number[], all: number) => readonly [part: number, whole: number],
): CountedValue | null {
  const own = rounds.map((round) => ({
    round,
    sent: byLabel(round).get(LABELS.probe('same', kind)) ?? [],
  }));
  const n = own.reduce((sum, { sent }) => sum + sent.length, 0);
  if (n === 0) return null;
  const isOpen = own.some(({ round, sent }) =>
    sent.some((each) => isUnknown(each, round, seconds)),
  );
  if (isOpen) return { value: null, n, lacks: 'messages are given up before' };
  const late = own
    .filter(({ sent }) => sent.length > 0)
    .map(({ round, sent }) => sent.filter((each) => isLater(each, round, seconds)).length);
  const [part, whole] = share(late, n);
  return { value: part / whole, n };
}

/** It had no answer, and was not waited for so long: a load until its deadline, a ping until its connection was closed. */
function isUnknown(sample: Sample, { workload }: Round, seconds: number): boolean {
  return sample.outcome.status !== 'ok' && waitMs(sample, workload) < 1_000 * seconds;
}

function isLater(sample: Sample, { workload }: Round, seconds: number): boolean {
  const waited = waitMs(sample, workload);
  return sample.outcome.status === 'ok' ? waited > 1_000 * seconds : waited >= 1_000 * seconds;
}
