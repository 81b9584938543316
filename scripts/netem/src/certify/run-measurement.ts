import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { UserError } from '@holbench/process/user-error';
import { ManagedProcess } from '@holbench/process/managed-process';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import * as v from 'valibot';
import type { Link } from '../backend.ts';
import { findPython } from '../find-python.ts';
import type { RoundTripPhase, StreamPhase } from './phase.ts';

const microseconds = v.array(v.number());

/** One direction of a stream. Packet i was sent at `sentUs[i]`; times since the stream began. */
const LaneObservation = v.object({
  sentUs: microseconds,
  /** Numbers of the packets that arrived, and when, in the order of arrival per protocol. */
  arrived: v.array(v.number()),
  arrivedUs: microseconds,
});
export type LaneObservation = v.InferOutput<typeof LaneObservation>;

export const StreamObservation = v.object({
  down: LaneObservation,
  up: LaneObservation,
  /** When it began, in µs since the epoch; not of beacons, whose times are. */
  startUs: v.optional(v.number()),
});
export type StreamObservation = v.InferOutput<typeof StreamObservation>;

/** Plan for scripts/netem/measure/, in this order. */
export interface Plan {
  readonly echo: RoundTripPhase | null;
  readonly connect: RoundTripPhase | null;
  readonly streams: readonly StreamPhase[];
}

/** Durations of the round trips that came back, and one observation per stream of the plan. */
const Observed = v.object({
  rttUs: microseconds,
  connectUs: microseconds,
  streams: v.array(StreamObservation),
});
export type Observed = v.InferOutput<typeof Observed>;

type MeasuredLink = Pick<Link, 'client' | 'server' | 'ended'>;

const PROGRAM = join(PROJECT_ROOT, 'scripts/netem/measure/main.py');
/** Time beyond that of the plan, for the start of Python and a busy machine. */
const SPARE_MS = 15_000;

/**
 * Carries out a plan on a running link.
 * @throws UserError when Python or the emulator is missing, ends early or takes too long.
 */
export async function runMeasurement(link: MeasuredLink, plan: Plan): Promise<Observed> {
  const python = await pythonForLinks();
  await using folder = await temporaryFolder('measure');
  const [planPath, result] = [join(folder.path, 'plan.json'), join(folder.path, 'result.json')];
  const { client, server } = link;
  await writeFile(planPath, JSON.stringify({ client, server, ...plan }));
  await using program = await ManagedProcess.start({
    name: 'link measurement',
    command: python,
    args: ['-B', PROGRAM, planPath, result],
    logPath: join(folder.path, 'measure.log'),
  });
  const deadline = new AbortController();
  const spoiled = await Promise.race([
    program.ended.then(() => null),
    link.ended.then((how) => `the emulator ended while its link was measured (${how})`),
    delay(plannedMs(plan) + SPARE_MS, 'the link measurement did not end in time', deadline),
  ]);
  deadline.abort();
  if (spoiled !== null) throw new UserError(spoiled, program.log.tail());
  if (program.ending !== 'exit code 0') {
    throw new UserError(
      `the link measurement failed (${program.ending}): ${program.log.errorLine()}`,
      program.log.tail(),
    );
  }
  return v.parse(Observed, JSON.parse(await readFile(result, 'utf8')));
}

/** @throws UserError when Python is missing. */
export async function pythonForLinks(): Promise<string> {
  const python = await findPython();
  if (python !== null) return python;
  throw new UserError('measuring a link takes python3, which is not on PATH: install it');
}

export async function runStream(
  link: MeasuredLink,
  phase: StreamPhase,
): Promise<StreamObservation> {
  const { streams } = await runMeasurement(link, { echo: null, connect: null, streams: [phase] });
  const [seen] = streams;
  if (seen === undefined) throw new Error('the link measurement reported no stream');
  return seen;
}

function plannedMs({ echo, connect, streams }: Plan): number {
  const roundTrips = [echo, connect].filter((phase) => phase !== null);
  return [
    ...roundTrips.map(({ count, gapUs, waitMs }) => (count * gapUs) / 1000 + waitMs),
    ...streams.map(({ down, up, waitMs }) => {
      return Math.max(down.packets * down.gapUs, up.packets * up.gapUs) / 1000 + waitMs;
    }),
  ].reduce((sum, ms) => sum + ms, 0);
}
