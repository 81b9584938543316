import type { CoValueText } from '@holbench/protocol/covalue';
import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../labels.ts';
import { fakeTexts } from '../page/fake-texts.ts';
import { measure } from '../page/measure.ts';
import type { BatchSpec } from '../page/operation-spec.ts';
import { randomFile } from '../page/random-file.ts';
import { type Operation, OPERATION_TIMEOUT_MS } from '../port/operation.ts';
import type { PageContext } from '../port/page-context.ts';

export const page = (context: PageContext) => ({
  createBatch: (spec: BatchSpec) => createBatch(context, spec),
});

/**
 * Creates `size` CoValues, all at once, one user. Their texts differ; their files share one random
 * content, made chunk by chunk.
 * @param onDone is told of each operation as it ends.
 */
async function createBatch(
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

export const operation: Operation = {
  title: 'Create many',
  describe: (kind, { size }) => `${size} ${kind === 'text' ? 'texts' : 'files'} at once`,
  steps: ({ size }) => size,
  run: async (context, kind, form, onStep) => {
    const spec = { kind, timeoutMs: OPERATION_TIMEOUT_MS, ...form };
    const measurements = await createBatch(context, spec, onStep);
    return { series: [{ title: 'CoValue creations', measurements }], note: null };
  },
};
