import type { CoValueText } from '@holbench/protocol/covalue';
import { LABELS, type Measurement } from '@holbench/results/sample';
import { fakeTexts } from './fake-texts.ts';
import { measure } from './measure.ts';
import type { PageContext } from './page-context.ts';
import { randomFile } from './random-file.ts';
import type { BatchSpec } from './spec.ts';

/**
 * 2c: creates `size` CoValues, all at once, one user. Their texts differ; their files share one
 * random content, made chunk by chunk.
 * @param onDone is told of each operation as it ends.
 */
export async function createBatch(
  { transport }: PageContext,
  { kind, size, seed, fileBytes, timeoutMs }: BatchSpec,
  onDone: (measurement: Measurement) => void = () => {},
): Promise<Measurement[]> {
  const texts = await fakeTexts(seed, size);
  const file = kind === 'binary' ? await randomFile(seed, fileBytes) : null;
  const create = (text: CoValueText, signal: AbortSignal) =>
    file ? transport.createWithFile(text, file, signal) : transport.create(text, signal);

  const label = LABELS.batch(size);
  const intendedAtMs = performance.now();
  return Promise.all(
    texts.map(async (text, index) => {
      const intent = { label, user: 0, index, intendedAtMs, clockZeroMs: 0, timeoutMs };
      const measurement = await measure(intent, (signal) => create(text, signal));
      onDone(measurement);
      return measurement;
    }),
  );
}
