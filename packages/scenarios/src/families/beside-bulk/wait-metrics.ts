import { isShaped } from '@holbench/results/is-shaped';
import type { ProbePhase, Sample } from '@holbench/results/sample';
import type { MessagePath } from '@holbench/results/message-path';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { mean, median } from '@holbench/stats/statistics';
import { type WaitPart, PARTS, type WaitParts, partsOf } from '@holbench/wait/parts';
import type { Metric, MetricTable, Round } from '../../metric.ts';
import type { CountedValue } from '../../round-statistic.ts';
import { directionOf } from '../../registry.ts';
import { cautionsOf } from './cautions.ts';
import { messagesOf } from './connection-metrics.ts';

const TABLE: MetricTable = { id: 'wait', title: 'where the message waited', waits: true };

/** Which loads of a connection. */
interface Loads {
  readonly id: string;
  readonly title: string;
  readonly phase: ProbePhase;
}

/** A load whose path is known. */
interface Known {
  readonly way: MessagePath;
  readonly parts: WaitParts;
}

const OF_WHICH =
  'Over all loads of a connection, during the transfer those of its first seconds. There is no figure if one of them was given up or failed, or if the path of more than 10 % is not known; fewer are left out';

const WHEN = 'the answer was ready (download) or the request was made (upload)';

/** Where the messages waited, and what was in their way; of cells over shaped links that recorded it. */
export const WAIT_METRICS: readonly Metric[] = [
  partMetric({ id: 'wait-alone', title: 'wait alone', phase: 'alone' }),
  partMetric({ id: 'wait-during', title: 'wait during', phase: 'same' }),
  {
    ...common('same'),
    id: 'wait-same-spared',
    title: 'spared by streams',
    unit: 'ms',
    definition: `mean over all loads of a connection: from the time when a message had arrived in the order of its stream until everything that its connection sent before it had arrived, too, in the transfer’s direction. Streams spare the message this wait; with TCP it is 0. ${OF_WHICH}`,
    estimate: {
      of: 'rounds',
      value: (round) => meanOver(round, 'same', (known) => sparedMs(round, known)),
    },
  },
  inTheWay(
    ['queued', 'queued in the socket', 'queuedBytes'],
    `bytes in the sender’s socket, unsent or not yet acknowledged, when ${WHEN}`,
  ),
  inTheWay(
    ['unsent', 'unsent in the socket', 'unsentBytes'],
    `unsent bytes in the sender’s socket when ${WHEN}`,
  ),
  inTheWay(
    ['ahead', 'delivered ahead', 'aheadBytes'],
    `bytes that were delivered until the message had arrived in order, and after ${WHEN}`,
  ),
];

function common(phase: ProbePhase) {
  return {
    better: null,
    table: TABLE,
    whereRecorded: true,
    detail: true,
    appliesTo: isShaped,
    cautions: cautionsOf([phase]),
  } as const;
}

function partMetric({ id, title, phase }: Loads): Metric {
  return {
    ...common(phase),
    id,
    title: `${title}: …`,
    unit: 'ms',
    definition: `mean of one part of d over all loads, a series for each part; the parts add up to the mean of d. The figure is the mean over rounds, without an interval: so figures add up, too. ${OF_WHICH}. A load without the part has 0 ms of it; there is no figure of a part that no load of the phase has in any round`,
    series: ({ scenario }) => {
      // The other way of the message is not taken apart: it is one part.
      const other: WaitPart = directionOf(scenario) === 'download' ? 'answer' : 'request';
      return PARTS.filter((part) => part !== other);
    },
    estimate: {
      of: 'mean of rounds',
      value: (round, series, rounds) => {
        const part = PARTS.find((each) => each === series);
        if (part === undefined) return null;
        const told = rounds.map((each) => toldParts(each, phase));
        if (told.some(({ size }) => size > 0) && !told.some((of) => of.has(part))) return null;
        return meanOver(round, phase, ({ parts }) => parts[part] ?? 0);
      },
    },
  };
}

/** What `toldParts` found: each part of each band of each round asks for it. */
const TOLD = new WeakMap<Round['samples'], Map<ProbePhase, ReadonlySet<WaitPart>>>();

/** The parts that a load of a phase has; empty where no path is known. */
function toldParts(round: Round, phase: ProbePhase): ReadonlySet<WaitPart> {
  const found = TOLD.get(round.samples) ?? new Map<ProbePhase, ReadonlySet<WaitPart>>();
  TOLD.set(round.samples, found);
  const told =
    found.get(phase) ??
    new Set(
      loadsIn(round, phase)
        .flatMap(knownIn(round))
        .flatMap(({ parts }) => PARTS.filter((part) => parts[part] !== undefined)),
    );
  found.set(phase, told);
  return told;
}

/** Of a connection, those before its transfer, or of its first seconds. */
function loadsIn(round: Round, phase: ProbePhase): readonly Sample[] {
  return messagesOf(round, 'load', phase === 'alone' ? 'alone' : 'during');
}

/** A load in a list of its own; an empty list where its path is not known. */
function knownIn({ cell, network }: Round): (load: Sample) => Known[] {
  const direction = directionOf(cell.scenario);
  return (load) => {
    const parts = partsOf(load, network.profile, direction);
    return parts === null || !load.way ? [] : [{ way: load.way, parts }];
  };
}

/** Null where paths were not recorded. */
function meanOver(
  round: Round,
  phase: ProbePhase,
  of: (known: Known) => number,
): CountedValue | null {
  const loads = loadsIn(round, phase);
  if (loads.every(({ way }) => way === undefined)) return null;
  const n = loads.length;
  const failed = loads.filter(({ outcome }) => outcome.status !== 'ok').length;
  if (failed > 0) return { value: null, n, failed, lacks: 'messages were given up' };
  const values = sortSamples(loads.flatMap(knownIn(round)).map(of));
  if (values === null || 10 * values.length < 9 * n) {
    return { value: null, n, lacks: 'path not known' };
  }
  return { value: mean(values), n: values.length };
}

function sparedMs({ cell }: Round, { way }: Known): number {
  const passage = directionOf(cell.scenario) === 'download' ? way.answer : way.request;
  return passage === null ? 0 : passage.inConnectionOrderMs - passage.inOrderMs;
}

function inTheWay(
  [id, title, key]: readonly [string, string, keyof NonNullable<MessagePath['inTheWay']>],
  what: string,
): Metric {
  return {
    ...common('same'),
    id: `wait-same-${id}`,
    title,
    unit: 'kB',
    definition: `${what}: median over the answered loads beside the transfer, on the message’s connection in the transfer’s direction. 1 kB = 1000 bytes${key === 'aheadBytes' ? '' : '; no figure of a socket that the kernel does not tell, as with QUIC'}`,
    estimate: {
      of: 'rounds',
      value: (round) => {
        const loads = loadsIn(round, 'same');
        const answered = loads.filter(({ outcome }) => outcome.status === 'ok');
        const bytes = sortSamples(answered.flatMap(({ way }) => way?.inTheWay?.[key] ?? []));
        if (bytes === null) return null;
        const failed = loads.length - answered.length;
        return { value: median(bytes) / 1_000, n: bytes.length, failed, survivors: failed > 0 };
      },
    },
  };
}
