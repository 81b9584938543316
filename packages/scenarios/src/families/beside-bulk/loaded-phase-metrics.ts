import type { ProbePhase } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { durations, type Metric, type Round } from '../../metric.ts';
import { inDirection } from '../../planned-seconds.ts';
import { directionOf } from '../../registry.ts';
import { bulkGoodput } from './bulk-goodput.ts';
import {
  goodputHalves,
  type LoadedPhase,
  loadedPhase,
  lossesIn,
  secondHalf,
  waitHalves,
} from './loaded-phase.ts';
import { PROBE_DEADLINE_MS } from './probe-latencies.ts';
import { TRANSFER_TABLE } from './transfer-metrics.ts';

const LOADED = ['same', 'other'] as const;

/** The first seconds, as a number of their own: slow start, and the backlog that it leaves. */
const FIRST_WAITS = LOADED.map((phase): Metric => ({
  id: `first-${phase}-p50`,
  title: `first seconds: ${phase} p50`,
  unit: 'ms',
  better: 'lower',
  definition: `p50 of w of the loads of the first seconds after the transfer’s first bytes: 3 s over shaped networks, 0.6 s over others`,
  table: TRANSFER_TABLE,
  whereRecorded: true,
  ...(phase === 'other' ? { detail: true as const } : {}),
  estimate: {
    of: 'operations',
    statistic: 'p50',
    values: (round) => durations(round, LABELS.firstProbe(phase, 'load')),
    bound: PROBE_DEADLINE_MS,
    without: 'not recorded',
  },
}));

/** A number of the phase with a transfer. */
function ofPhase(
  [id, title, unit, better]: readonly [string, string, Metric['unit'], Metric['better']],
  definition: string,
  number: (loaded: LoadedPhase, round: Round, phase: ProbePhase) => number | null,
): Metric[] {
  return LOADED.map((phase) => ({
    id: `${phase}-${id}`,
    title: `${phase} ${title}`,
    unit,
    better,
    definition,
    table: TRANSFER_TABLE,
    whereRecorded: true,
    detail: true,
    estimate: {
      of: 'rounds',
      value: (round) => {
        const found = loadedPhase(round, phase);
        const value = found && number(found, round, phase);
        return value === null ? null : { value, n: round.cell.factors.bulkStreams };
      },
    },
  }));
}

/** What a packet that arrives at any time waits for in front of the link. */
const QUEUE_WAITS = (['alone', ...LOADED] as const).flatMap((phase) =>
  (['p50', 'p95'] as const).map((statistic): Metric => ({
    id: `queue-wait-${phase}-${statistic}`,
    title: `${phase} queue wait ${statistic}`,
    unit: 'ms',
    better: null,
    definition: `${statistic} of the wait in the queue of the transfer’s direction: one-way delay − the configured delay − 32 bytes ÷ rate, of the beacons sent in the window that arrived`,
    table: TRANSFER_TABLE,
    whereRecorded: true,
    detail: true,
    estimate: {
      of: 'rounds',
      value: ({ cell }) => {
        const found = cell.phases.find((each) => each.phase === phase);
        const beacons = found?.beacons && inDirection(found.beacons, directionOf(cell.scenario));
        if (!beacons?.waitMs) return null;
        return { value: beacons.waitMs[statistic], n: beacons.sent - beacons.lost };
      },
    },
  })),
);

export const LOADED_PHASE_METRICS: readonly Metric[] = [
  ...FIRST_WAITS,
  ...ofPhase(
    ['ramp', 'ramp', 's', null],
    'from the transfer’s first bytes until its goodput was stable: the standard deviation of the last four moving averages over four intervals of 1 s (0.2 s over unshaped networks) is under 5 % of the latest, 15 % where packets are lost (draft-ietf-ippm-responsiveness, working conditions); or until the time for it was over',
    ({ ramp }) => ramp.ms / 1_000,
  ),
  ...LOADED.map((phase): Metric => ({
    id: `${phase}-unstable`,
    title: `${phase} unstable`,
    unit: 'count',
    better: null,
    definition: 'rounds whose transfer did not become stable in time',
    table: TRANSFER_TABLE,
    whereRecorded: true,
    detail: true,
    estimate: {
      of: 'sum',
      value: (round) => (loadedPhase(round, phase)?.ramp.stable === false ? 1 : 0),
    },
  })),
  ...ofPhase(
    ['window', 'window', 's', null],
    'duration of the window in which the messages of the phase were sent',
    ({ window }) => (window.toMs - window.fromMs) / 1_000,
  ),
  ...ofPhase(
    ['losses', 'expected losses', 'count', null],
    'configured loss × payload bytes moved in the window ÷ 1448',
    (loaded, round) => lossesIn(loaded, round),
  ),
  ...ofPhase(
    ['second-half', 'second half ÷ first', 'x', null],
    'goodput of the second half of the window ÷ that of the first',
    (loaded) => secondHalf(goodputHalves(loaded)),
  ),
  ...ofPhase(
    ['second-half-p50', 'p50, second half ÷ first', 'x', null],
    'p50 of w of the loads sent in the second half of the window ÷ that of the first; none where one of them is a lower bound',
    (loaded, round, phase) => {
      const halves = waitHalves(round, phase, loaded);
      const isBound = Object.values(halves).includes(PROBE_DEADLINE_MS);
      return isBound ? null : secondHalf(halves);
    },
  ),
  ...QUEUE_WAITS,
  {
    id: 'goodput-ratio',
    title: 'goodput same ÷ other',
    unit: 'x',
    better: null,
    definition: 'goodput same ÷ goodput other of a round: a matched control has 1',
    table: TRANSFER_TABLE,
    estimate: {
      of: 'rounds',
      value: (round) => {
        const [same, other] = [bulkGoodput(round, 'same'), bulkGoodput(round, 'other')];
        return same === null || other === null || other === 0
          ? null
          : { value: same / other, n: round.cell.factors.bulkStreams };
      },
    },
  },
];
