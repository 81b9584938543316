import type { NetworkProfile } from '@holbench/results/network-profile';
import type { ProbePhase, Sample } from '@holbench/results/sample';
import type { Way, WayRecording } from '@holbench/results/way';
import { LABELS } from '@holbench/scenarios/labels';
import type { Direction } from '@holbench/scenarios/scenario';
import { partsOf } from '@holbench/wait/parts';
import type { SentMessage } from '@holbench/wait/matched';

/** Phases in which ways are recorded. */
const PHASES: readonly ProbePhase[] = ['idle', 'self'];
const KINDS = ['load', 'event'] as const;

/** A message, and its place among the samples. */
interface PhaseMessage {
  readonly index: number;
  readonly sent: SentMessage;
}

/** The messages of a phase in the order in which they were sent, those of its warm-up, too. */
export function messagesOf(samples: readonly Sample[], phase: ProbePhase): PhaseMessage[] {
  const messages = samples.flatMap(({ label, intendedAtMs, sentAtMs, outcome }, index) => {
    const kind = KINDS.find((each) => labelsOf(phase, each).includes(label));
    if (kind === undefined) return [];
    const durationMs = outcome.status === 'ok' ? outcome.durationMs : null;
    return [
      { index, sent: { kind, intendedAtMs, sentAtMs: sentAtMs ?? intendedAtMs, durationMs } },
    ];
  });
  return messages.toSorted((a, b) => a.sent.sentAtMs - b.sent.sentAtMs);
}

/** Puts the ways of loads into their samples. @param ways one for each message, in the same order. */
export function addWays(
  samples: Sample[],
  messages: readonly PhaseMessage[],
  ways: readonly (Way | null)[],
): void {
  for (const [place, { index, sent }] of messages.entries()) {
    const [sample, way] = [samples[index], ways[place]];
    if (sample && way && sent.kind === 'load') samples[index] = { ...sample, way };
  }
}

/** Answered loads of the recorded phases, and those of them whose wait can be cut into its parts. */
export function countWays(
  samples: readonly Sample[],
  profile: NetworkProfile,
  direction: Direction,
): Pick<WayRecording, 'messages' | 'complete'> {
  const labels = PHASES.flatMap((phase) => labelsOf(phase, 'load'));
  const answered = samples.filter(
    ({ label, outcome }) => labels.includes(label) && outcome.status === 'ok',
  );
  const complete = answered.filter((sample) => partsOf(sample, profile, direction) !== null);
  return { messages: answered.length, complete: complete.length };
}

function labelsOf(phase: ProbePhase, kind: (typeof KINDS)[number]): string[] {
  return [LABELS.probe(phase, kind), LABELS.firstProbe(phase, kind)];
}
