import {
  type DurationCounts,
  DURATION_STEP_MS,
  WindowCount,
} from '@holbench/results/operation-window';
import { Measurement } from '@holbench/results/sample';
import { seededRandom } from '@holbench/stats/seeded-random';
import * as v from 'valibot';
import { knownProtocol } from '../page/measure.ts';
import type { LoopOperation } from './windows.ts';

/** A closed loop of one operation. Plain data: a page or another process runs it. */
export interface LoopSpec {
  readonly operation: LoopOperation;
  /** Each begins its next operation when the last one has ended. */
  readonly clients: number;
  /** None begins later. */
  readonly seconds: number;
  /** Of all clients together. */
  readonly operations: number;
  /** Operations that are kept as samples, chosen at random. */
  readonly samples: number;
  readonly seed: number;
}

/** What a loop did. */
export const LoopResult = v.strictObject({
  count: WindowCount,
  /** Some of its operations, chosen at random; with the first byte of each, where it has one. */
  measurements: v.array(Measurement),
});
export type LoopResult = v.InferOutput<typeof LoopResult>;

/** What one operation came to. */
export interface Done {
  /** Payload of the answer. */
  readonly bytes: number;
  readonly protocol: string | Promise<string>;
  /** When its last byte was there, where something else followed, such as a check of its hash. */
  readonly endedAtMs?: number;
}

/**
 * The operation of one client.
 * @param onFirstByte is called when the first byte of a file is there.
 */
export type Act = (onFirstByte: () => void) => Promise<Done>;

interface Kept {
  readonly user: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly firstByteAtMs: number | null;
  readonly done: Done;
}

/**
 * Runs a closed loop. A client whose operation fails stops.
 * @param acts one per client.
 */
export async function closedLoop(acts: readonly Act[], spec: LoopSpec): Promise<LoopResult> {
  const { operation, clients, seconds, operations: most, samples, seed } = spec;
  const random = seededRandom(seed);
  const steps = new Map<number, number>();
  const kept: Kept[] = [];
  let [begun, operations, failed, failure, bytes] = [0, 0, 0, '', 0];
  const startedAtMs = performance.now();
  const endAtMs = startedAtMs + 1_000 * seconds;
  let lastAtMs = startedAtMs;

  const client = async (act: Act, user: number): Promise<void> => {
    let firstByteAtMs: number | null = null;
    const onFirstByte = (): void => void (firstByteAtMs = performance.now());
    for (;;) {
      const startedAtMs = performance.now();
      if (startedAtMs >= endAtMs || begun >= most) return;
      begun += 1;
      firstByteAtMs = null;
      try {
        const done = await act(onFirstByte);
        const endedAtMs = done.endedAtMs ?? performance.now();
        lastAtMs = Math.max(lastAtMs, endedAtMs);
        const step = Math.round((endedAtMs - startedAtMs) / DURATION_STEP_MS);
        steps.set(step, (steps.get(step) ?? 0) + 1);
        bytes += done.bytes;
        // A uniform choice of all operations (Vitter 1985, algorithm R).
        const place = operations < samples ? operations : random.below(operations + 1);
        if (place < samples) {
          kept[place] = { user, startedAtMs, endedAtMs, firstByteAtMs, done };
        }
        operations += 1;
      } catch (error) {
        failed += 1;
        if (failure === '') failure = error instanceof Error ? error.message : String(error);
        return;
      }
    }
  };
  await Promise.all(acts.slice(0, clients).map(client));

  const durations: DurationCounts = [...steps].toSorted(([a], [b]) => a - b);
  const count = { seconds: (lastAtMs - startedAtMs) / 1_000, operations, failed, failure, bytes };
  const measured = await Promise.all(
    kept.map((each, index) => measurements(`${operation}-${clients}`, each, index)),
  );
  return { count: { ...count, durations }, measurements: measured.flat() };
}

/** Its time to the last byte and, where it has one, to the first. */
async function measurements(label: string, kept: Kept, index: number): Promise<Measurement[]> {
  const { user, startedAtMs, endedAtMs, firstByteAtMs, done } = kept;
  const protocol = knownProtocol(await done.protocol);
  const until = (name: string, atMs: number, bytes: number): Measurement => ({
    label: name,
    user,
    index,
    intendedAtMs: startedAtMs,
    outcome: { status: 'ok', durationMs: atMs - startedAtMs, bytes, protocol },
  });
  const last = until(label, endedAtMs, done.bytes);
  return firstByteAtMs === null ? [last] : [until(`${label}-first-byte`, firstByteAtMs, 0), last];
}
