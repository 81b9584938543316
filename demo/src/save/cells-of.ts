import { LANE_BIN_MS } from '@holbench/client/lane/lane-messages';
import type { Cell, CellPhase } from '@holbench/results/cell';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { Sample } from '@holbench/results/sample';
import { clientProblems, clientProtocols } from '@holbench/results/validity';
import { emptyCell, identity } from '@holbench/runner/cell-result';
import type { PlannedCell } from '@holbench/runner/planned-cell';
import { LABELS } from '@holbench/scenarios/labels';
import { variant as variantOf } from '@holbench/variants/registry';
import { ALONE_MS } from '../race/race.ts';
import type { Seen, SeenLane, SeenMessage } from './seen.ts';

export interface SavedRun {
  readonly run: string;
  /** The cells of a bench with the same choice; those without a lane are left out. */
  readonly planned: readonly PlannedCell[];
  /** Why the network is not what it should be; null where it is. */
  readonly networkProblem: string | null;
}

/**
 * A cell for each lane that was seen to its end; races are rounds. What a page cannot know stays unknown: the
 * server’s counts, resources, packets, connections, and the goodput before the window, which has no warm-up.
 */
export function cellsOf(
  { choice, races }: Seen,
  { run, planned, networkProblem }: SavedRun,
): FinishedCell[] {
  return races.flatMap((lanes, round) =>
    lanes.map((lane): FinishedCell => {
      const own = planned.find((each) => each.variant === lane.variant && each.round === round);
      if (own === undefined) throw new RangeError(`${lane.variant} is no lane of this demo`);
      const samples = lane.messages.map((message, index) => ({
        ...identity(own, run),
        ...sampleOf(message, lane),
        user: 0,
        index,
        intendedAtMs: lane.startedAtMs + message.sentMs,
        outcome: message.outcome,
      }));
      const phases = phasesOf(lane, choice.streams);
      return {
        cell: {
          ...emptyCell(own, run),
          ...seenOf(lane, samples, networkProblem),
          phases,
          sideBySide: lane.raced,
        },
        samples,
      };
    }),
  );
}

/**
 * The messages of both windows count. Those sent between them, and while the race was stopped, do not: the bench
 * keeps its own of that kind as warm-up, too.
 */
function sampleOf(
  { sentMs }: SeenMessage,
  { besideMs, stoppedMs }: SeenLane,
): Pick<Sample, 'label' | 'warmup'> {
  const label = LABELS.probe(sentMs < besideMs ? 'alone' : 'same', 'load');
  return { label, warmup: (sentMs >= ALONE_MS && sentMs < besideMs) || sentMs >= stoppedMs };
}

function seenOf(lane: SeenLane, samples: readonly Sample[], networkProblem: string | null) {
  const { protocol: expected } = variantOf(lane.variant);
  const hasAnswer = samples.some(({ warmup, outcome }) => !warmup && outcome.status === 'ok');
  const reasons = [
    ...(hasAnswer ? [] : ['no operation succeeded']),
    ...clientProblems({ expected, samples }),
    ...(networkProblem === null ? [] : [networkProblem]),
  ];
  return {
    startedAt: isoTime(lane.startedAtMs),
    endedAt: isoTime(lane.startedAtMs + lane.stoppedMs),
    status: hasAnswer ? 'ok' : 'failed',
    reasons,
    valid: reasons.length === 0,
    protocol: { expected, client: clientProtocols(samples), server: {}, priorities: {} },
    samples: samples.length,
  } satisfies Partial<Cell>;
}

function phasesOf(
  { startedAtMs, besideMs, stoppedMs, binBytes }: SeenLane,
  streams: number,
): CellPhase[] {
  const unknown = { link: null, beacons: null, connections: null };
  const beganAtMs = startedAtMs + besideMs;
  return [
    {
      phase: 'alone',
      order: 0,
      ramp: null,
      window: { fromMs: startedAtMs, toMs: startedAtMs + ALONE_MS },
      bulk: null,
      ...unknown,
    },
    {
      phase: 'same',
      order: 1,
      // The window begins with the first bytes: nobody waited for a stable goodput.
      ramp: { ms: 0, stable: false },
      window: { fromMs: beganAtMs, toMs: startedAtMs + stoppedMs },
      bulk: { streams, beganAtMs, binMs: LANE_BIN_MS, binBytes },
      ...unknown,
    },
  ];
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
