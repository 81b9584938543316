import type { NetworkProfile } from '@holbench/results/network-profile';
import type { Sample } from '@holbench/results/sample';
import type { MessagePath, PathRecording } from '@holbench/results/message-path';
import { LABELS } from '@holbench/scenarios/labels';
import type { Direction } from '@holbench/scenarios/scenario';
import type { SentLoad } from '@holbench/wait/matched';
import { partsOf } from '@holbench/wait/parts';
import type { RecordedPart } from './record-phase.ts';

/** Of loads whose paths are recorded. */
const RECORDED = (['alone', 'same'] as const).map((phase) => LABELS.probe(phase, 'load'));

/** A load, and its place among the samples. */
interface PlacedLoad {
  readonly index: number;
  readonly sent: SentLoad;
}

/** The loads of a connection in the order in which they were sent, those of its warm-up, too. */
export function loadsOf(
  samples: readonly Sample[],
  { connection }: Pick<RecordedPart, 'connection'>,
): PlacedLoad[] {
  const loads = samples.flatMap((sample, index) => {
    const { label, intendedAtMs, sentAtMs, outcome } = sample;
    if (!RECORDED.includes(label) || sample.connection !== connection) return [];
    const durationMs = outcome.status === 'ok' ? outcome.durationMs : null;
    return [{ index, sent: { intendedAtMs, sentAtMs: sentAtMs ?? intendedAtMs, durationMs } }];
  });
  return loads.toSorted((a, b) => a.sent.sentAtMs - b.sent.sentAtMs);
}

/** Puts the paths of loads into their samples. @param paths one for each load, in the same order. */
export function addPaths(
  samples: Sample[],
  loads: readonly PlacedLoad[],
  paths: readonly (MessagePath | null)[],
): void {
  for (const [place, { index }] of loads.entries()) {
    const [sample, way] = [samples[index], paths[place]];
    if (sample && way) samples[index] = { ...sample, way };
  }
}

/** Answered loads that were recorded, and those of them whose wait can be cut into its parts. */
export function countPaths(
  samples: readonly Sample[],
  profile: NetworkProfile,
  direction: Direction,
): Pick<PathRecording, 'messages' | 'complete'> {
  const answered = samples.filter(
    ({ label, outcome }) => RECORDED.includes(label) && outcome.status === 'ok',
  );
  const complete = answered.filter((sample) => partsOf(sample, profile, direction) !== null);
  return { messages: answered.length, complete: complete.length };
}
