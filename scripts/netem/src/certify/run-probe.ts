import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '@holbench/process/user-error';
import type { NetworkSide } from '@holbench/process/network-side';
import { ManagedProcess } from '@holbench/process/managed-process';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import * as v from 'valibot';
import type { Link } from '../backend.ts';
import { findPython } from '../find-python.ts';
import type { ConnectPhase, EchoPhase, Phase, StreamPhase } from './phase.ts';

const microseconds = v.array(v.number());

/** What was seen of one direction. Packet i was sent at `sentUs[i]`; times since the phase began. */
const LaneObservation = v.object({
  sentUs: microseconds,
  /** Numbers of the packets that arrived, and when, in the order of arrival per protocol. */
  arrived: v.array(v.number()),
  arrivedUs: microseconds,
});
export type LaneObservation = v.InferOutput<typeof LaneObservation>;

const EchoObservation = v.object({ rttUs: microseconds });
const ConnectObservation = v.object({ connectUs: microseconds });
const StreamObservation = v.object({ down: LaneObservation, up: LaneObservation });
export type StreamObservation = v.InferOutput<typeof StreamObservation>;

const OBSERVATION = {
  echo: EchoObservation,
  connect: ConnectObservation,
  stream: StreamObservation,
} as const;

type ObservationOf<P> = P extends EchoPhase
  ? v.InferOutput<typeof EchoObservation>
  : P extends ConnectPhase
    ? v.InferOutput<typeof ConnectObservation>
    : P extends StreamPhase
      ? StreamObservation
      : never;
/** One observation per phase. */
export type Observations<Phases extends readonly Phase[]> = {
  -readonly [Index in keyof Phases]: ObservationOf<Phases[Index]>;
};

const PROGRAM = join(PROJECT_ROOT, 'scripts/netem/probe/main.py');
/** Beyond the time that the plan takes: the start of Python, and a machine that is busy. */
const SPARE_MS = 15_000;

/**
 * Has the probe go through `phases` on a running link.
 * @throws UserError when Python or the emulator is missing, ends early or takes too long.
 */
export async function runProbe<const Phases extends readonly Phase[]>(
  link: Pick<Link, 'client' | 'server' | 'ended'>,
  phases: Phases,
): Promise<Observations<Phases>> {
  const python = await findPython();
  if (python === null) {
    throw new UserError('measuring a link takes python3, which is not on PATH: install it');
  }
  const folder = await mkdtemp(join(tmpdir(), 'holbench-probe-'));
  try {
    const [plan, result] = [join(folder, 'plan.json'), join(folder, 'result.json')];
    await writeFile(
      plan,
      JSON.stringify({ client: end(link.client), server: end(link.server), phases }),
    );
    await using probe = await ManagedProcess.start({
      name: 'link probe',
      command: python,
      args: ['-B', PROGRAM, plan, result],
      logPath: join(folder, 'probe.log'),
    });
    const deadline = new AbortController();
    const spoiled = await Promise.race([
      probe.ended.then(() => null),
      link.ended.then((how) => `the emulator ended while its link was measured (${how})`),
      delay(plannedMs(phases) + SPARE_MS, 'the link probe did not end in time', deadline),
    ]);
    deadline.abort();
    if (spoiled !== null) throw new UserError(spoiled, probe.log.tail());
    if (probe.ending !== 'exit code 0') {
      throw new UserError(
        `the link probe failed (${probe.ending}): ${probe.log.errorLine()}`,
        probe.log.tail(),
      );
    }
    return parse(phases, JSON.parse(await readFile(result, 'utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function end({ netns, address }: NetworkSide): { netns: string | null; address: string } {
  return { netns, address };
}

function plannedMs(phases: readonly Phase[]): number {
  const each = phases.map((phase) => {
    if (phase.kind === 'echo') return (phase.packets * phase.gapUs) / 1000 + phase.waitMs;
    if (phase.kind === 'connect') return (phase.connections * phase.gapUs) / 1000 + phase.waitMs;
    const longest = Math.max(...[phase.down, phase.up].map((lane) => lane.packets * lane.gapUs));
    return longest / 1000 + phase.waitMs;
  });
  return each.reduce((sum, ms) => sum + ms, 0);
}

function parse<const Phases extends readonly Phase[]>(
  phases: Phases,
  output: unknown,
): Observations<Phases> {
  const schemas = phases.map(({ kind }) => OBSERVATION[kind]);
  return v.parse(v.strictTuple(schemas), output) as Observations<Phases>;
}
