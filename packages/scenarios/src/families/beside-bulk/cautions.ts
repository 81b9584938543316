import type { ProbePhase } from '@holbench/results/sample';
import { leastLatencyDifferenceMs } from '@holbench/stats/least-latency-difference';
import { INTERVAL_SAMPLES } from '@holbench/stats/median-interval';
import { LABELS } from '../../labels.ts';
import { byLabel, type Caution, type Round } from '../../metric.ts';
import { inDirection } from '../../planned-seconds.ts';
import { directionOf } from '../../registry.ts';
import { unknownDepartures } from './browser-metrics.ts';
import { bulkGoodput } from './bulk-goodput.ts';
import {
  bulkDirection,
  goodputHalves,
  type Halves,
  type LoadedPhase,
  loadedPhase,
  lossesIn,
  waitHalves,
} from './loaded-phase.ts';
import { PROBE_DEADLINE_MS } from './probe-latencies.ts';

/** Goodputs that differ by a larger factor are not those of one condition. */
const MOST_FACTOR = 1.5;

/** Over the rounds of a figure: eight windows of the default length hold as many. */
const LEAST_LOSSES = 80;

type Judged = Pick<Round, 'cell' | 'samples'>;

/**
 * What limits a figure that is made of these phases of a round: a phase that was not stationary, rounds
 * with few losses together, and with *other* among them a control that does not match. Runs before
 * schema 6 tell only the latter.
 */
export function cautionsOf(
  phases: readonly ProbePhase[],
): (round: Judged, rounds?: readonly Round[]) => readonly Caution[] {
  return (round, rounds = []) => [
    ...oneWitness(round),
    ...phases.flatMap((phase) => [
      ...unstable(round, phase),
      ...drifting(round, phase),
      ...cutOff(round, phase),
      ...fewLosses(rounds, phase),
      ...unknownDepartures(round, phase),
    ]),
    ...(phases.includes('other') ? unmatched(round) : []),
  ];
}

/** The bench lets no such cell count; of a demo the page is the only one that tells. */
function oneWitness(round: Judged): Caution[] {
  if (!isSeenByPageAlone(round)) return [];
  const meaning = 'the page alone saw its protocol, as the server’s count is not known';
  return [{ id: 'one witness', meaning, here: meaning }];
}

function isSeenByPageAlone({ cell: { protocol } }: Judged): boolean {
  const { client, server } = protocol;
  return Object.keys(client).length > 0 && Object.keys(server).length === 0;
}

function unstable(round: Judged, phase: ProbePhase): Caution[] {
  const ramp = loadedPhase(round, phase)?.ramp;
  if (ramp === undefined || ramp.stable) return [];
  return [
    {
      id: `unstable ${phase}`,
      meaning: `the goodput of the phase ${phase} was not stable before the window`,
      here: `the goodput of the phase ${phase} was not stable within ${(ramp.ms / 1_000).toFixed(1)} s`,
    },
  ];
}

function drifting(round: Judged, phase: ProbePhase): Caution[] {
  const loaded = loadedPhase(round, phase);
  if (loaded === null) return [];
  const texts = [goodputDrift(loaded), waitDrift(waitHalves(round, phase, loaded))];
  const here = texts.filter((text) => text !== null).join('; ');
  if (here === '') return [];
  return [
    {
      id: `drifting ${phase}`,
      meaning: `the goodput of the phase ${phase}, or the p50 of its loads, differs by more than ${MOST_FACTOR} × between the halves of the window`,
      here: `in the halves of the window of the phase ${phase} ${here}`,
    },
  ];
}

/** A transfer of the bench goes on until the last answer, that of a demo until its window ends. */
function cutOff(round: Judged, name: ProbePhase): Caution[] {
  const bulk = round.cell.phases.find(({ phase }) => phase === name)?.bulk;
  if (!bulk || !isSeenByPageAlone(round)) return [];
  // The last bin may not be full.
  const endMs = bulk.beganAtMs + (bulk.binBytes.length + 1) * bulk.binMs;
  const own = byLabel(round).get(LABELS.probe(name, 'load')) ?? [];
  const late = own.filter(
    ({ intendedAtMs, outcome }) =>
      outcome.status === 'ok' && intendedAtMs + outcome.durationMs > endMs,
  );
  if (late.length === 0) return [];
  return [
    {
      id: `cut off ${name}`,
      meaning: `the transfer of the phase ${name} ended before some of its messages were answered, which then waited less`,
      here: `the transfer of the phase ${name} ended before ${late.length} of ${own.length} loads were answered`,
    },
  ];
}

function goodputDrift(loaded: LoadedPhase): string | null {
  const { first, second } = goodputHalves(loaded);
  if (first === null || second === null || !differ(first, second)) return null;
  return `the goodput was ${mbpsText(first)} and ${mbpsText(second)}`;
}

function waitDrift({ first, second }: Halves): string | null {
  if (first === null || second === null || !differ(first, second)) return null;
  if (Math.abs(first - second) <= leastLatencyDifferenceMs(Math.min(first, second))) return null;
  return `the p50 of loads was ${msText(first)} and ${msText(second)}`;
}

/** The losses that a figure rests on are those of all its rounds. With too few for an interval it says less yet. */
function fewLosses(rounds: readonly Round[], phase: ProbePhase): Caution[] {
  const losses = rounds.flatMap((round) => {
    if (bulkDirection(round).lossFraction === 0) return [];
    const loaded = loadedPhase(round, phase);
    return loaded === null ? [] : [lossesIn(loaded, round)];
  });
  const sum = losses.reduce((total, of) => total + of, 0);
  if (losses.length < INTERVAL_SAMPLES || sum >= LEAST_LOSSES) return [];
  return [
    {
      id: `few losses ${phase}`,
      meaning: `the windows of the phase ${phase} hold fewer than ${LEAST_LOSSES} expected losses over all rounds`,
      here: `the windows of the phase ${phase} hold ${sum.toFixed(1)} expected losses over all rounds`,
    },
  ];
}

function unmatched(round: Judged): Caution[] {
  const [same, other] = [bulkGoodput(round, 'same'), bulkGoodput(round, 'other')];
  if (same === null || other === null || !differ(same, other)) return [];
  return [
    {
      id: 'no matched control',
      meaning: `the phase other is no matched control, as its goodput and that of the phase same differ by more than ${MOST_FACTOR} ×`,
      here: `the phase other is no matched control: its goodput was ${mbpsText(other)}${lostText(round, 'other')}, that of the phase same ${mbpsText(same)}${lostText(round, 'same')}`,
    },
  ];
}

/** Why goodputs may differ, ` (0.35 % of packets lost at random)`; '' where that was not counted. */
function lostText({ cell }: Judged, name: ProbePhase): string {
  const link = cell.phases.find(({ phase }) => phase === name)?.link;
  if (!link) return '';
  const { randomLosses, sentPackets } = inDirection(link, directionOf(cell.scenario));
  if (!randomLosses) return '';
  return ` (${((100 * randomLosses) / sentPackets).toFixed(2)} % of packets lost at random)`;
}

function differ(a: number, b: number): boolean {
  return Math.max(a, b) > MOST_FACTOR * Math.min(a, b);
}

function msText(ms: number): string {
  return `${ms === PROBE_DEADLINE_MS ? '≥ ' : ''}${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

function mbpsText(mbps: number): string {
  return `${mbps.toFixed(2)} Mbit/s`;
}
