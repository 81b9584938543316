import { LABELS, type Measurement } from '@holbench/results/sample';
import { fakeTexts } from './fake-texts.ts';
import { measure } from './measure.ts';
import { stampTitle } from './mutation-stamp.ts';
import type { PageContext } from './page-context.ts';
import type { ScheduledProducerSpec } from './spec.ts';
import { watchedCoValue } from './watched-covalue.ts';

/**
 * 6i, the producer: mutates the watched CoValue on a schedule, whatever comes back (open loop, as
 * the probes of 4f). The stamp of a mutation is the moment at which it was meant to begin, so that
 * what its event waits for before it is sent counts, too.
 * @returns when every mutation is acknowledged or past its deadline.
 */
export async function produceOnSchedule(
  { transport, list }: PageContext,
  { phase, mutations, perSecond, seed, timeoutMs }: ScheduledProducerSpec,
): Promise<Measurement[]> {
  const id = watchedCoValue(list);
  // One for all: making them would delay the schedule, or its beginning.
  const [text] = await fakeTexts(seed, 1);
  if (!text) throw new Error('no text was made');

  const label = LABELS.fanOutMutate(phase);
  const clockZeroMs = performance.timeOrigin;
  const beganAtMs = performance.now();
  const measurements: Promise<Measurement>[] = [];
  for (let index = 0; index < mutations; index++) {
    const intendedAtMs = beganAtMs + (index * 1_000) / perSecond;
    await until(intendedAtMs);
    const title = stampTitle({ index, sentAtMs: clockZeroMs + intendedAtMs });
    const mutation = { title, preview: text.preview };
    measurements.push(
      measure({ label, user: 0, index, intendedAtMs, clockZeroMs, timeoutMs }, (signal) =>
        transport.mutate(id, mutation, signal),
      ),
    );
  }
  return Promise.all(measurements);
}

/** Resolves when `performance.now()` is `atMs`; at once when it is past. */
async function until(atMs: number): Promise<void> {
  const leftMs = atMs - performance.now();
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
}
