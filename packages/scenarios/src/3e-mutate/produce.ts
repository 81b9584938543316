import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../labels.ts';
import { fakeTexts } from '../page/fake-texts.ts';
import { measure } from '../page/measure.ts';
import { stampTitle } from '../page/mutation-stamp.ts';
import type { OperationSpec } from '../page/operation-spec.ts';
import { randomFile } from '../page/random-file.ts';
import { watchedCoValue } from '../page/watched-covalue.ts';
import { type Completed, sameProtocol } from '../port/client-transport.ts';
import type { PageContext } from '../port/page-context.ts';

export interface ProducerSpec extends OperationSpec {
  readonly mutations: number;
}

/**
 * The producer: mutates the watched CoValue again as soon as the last mutation is acknowledged. A
 * binary mutation first creates a CoValue with a file of one chunk, and attaches it.
 * @param onDone is told of each mutation as it ends.
 */
export async function produce(
  { transport, list }: PageContext,
  { kind, mutations, seed, timeoutMs }: ProducerSpec,
  onDone: (measurement: Measurement) => void = () => {},
): Promise<Measurement[]> {
  const id = watchedCoValue(list);
  const texts = await fakeTexts(seed, mutations);
  const file = kind === 'binary' ? await randomFile(seed, CHUNK_BYTES) : null;

  const measurements: Measurement[] = [];
  const clockZeroMs = performance.timeOrigin;
  for (const [index, text] of texts.entries()) {
    const intendedAtMs = performance.now();
    const title = stampTitle({ index, intendedAtMs: clockZeroMs + intendedAtMs });
    const intent = { label: LABELS.mutate, user: 0, index, intendedAtMs, clockZeroMs, timeoutMs };
    const measurement = await measure(intent, async (signal) => {
      if (!file) return transport.mutate(id, { title, preview: text.preview }, signal);
      const attached = await transport.createWithFile(text, file, signal);
      const mutation = { title, attachment: attached.value };
      return both(attached, await transport.mutate(id, mutation, signal));
    });
    measurements.push(measurement);
    onDone(measurement);
  }
  return measurements;
}

/** One operation made of two, one after the other. */
function both(first: Completed<unknown>, second: Completed<unknown>): Completed<null> {
  return {
    value: null,
    bytes: first.bytes + second.bytes,
    endedAtMs: second.endedAtMs,
    protocol: sameProtocol([first.protocol, second.protocol]),
  };
}
