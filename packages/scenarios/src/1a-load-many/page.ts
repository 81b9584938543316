import type { CoValueId } from '@holbench/protocol/id';
import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../labels.ts';
import { measure } from '../page/measure.ts';
import type { BatchSpec } from '../page/operation-spec.ts';
import { pickCoValues } from '../page/pick-covalues.ts';
import { type Operation, OPERATION_TIMEOUT_MS } from '../port/operation.ts';
import type { PageContext } from '../port/page-context.ts';

export const page = (context: PageContext) => ({
  loadBatch: (spec: BatchSpec) => loadBatch(context, spec),
});

/**
 * Loads `size` CoValues, all at once, one user.
 * @param onDone is told of each operation as it ends.
 */
async function loadBatch(
  { transport, list }: PageContext,
  { kind, size, seed, timeoutMs }: Omit<BatchSpec, 'fileBytes'>,
  onDone: (measurement: Measurement) => void = () => {},
): Promise<Measurement[]> {
  const ids = pickCoValues(list, kind, seed, size);
  if (kind === 'binary') await transport.prepareDownloads(size);
  const load = (id: CoValueId, signal: AbortSignal) =>
    kind === 'binary' ? transport.loadFile(id, signal) : transport.load(id, signal);

  const label = LABELS.batch(size);
  const intendedAtMs = performance.now();
  return Promise.all(
    ids.map(async (id, index) => {
      const intent = { label, user: 0, index, intendedAtMs, clockZeroMs: 0, timeoutMs };
      const measurement = await measure(intent, (signal) => load(id, signal));
      onDone(measurement);
      return measurement;
    }),
  );
}

export const operation: Operation = {
  title: 'Load many',
  describe: (kind, { size }) => `${size} ${kind === 'text' ? 'texts' : 'files'} at once`,
  steps: ({ size }) => size,
  run: async (context, kind, form, onStep) => {
    const spec = { kind, timeoutMs: OPERATION_TIMEOUT_MS, ...form };
    const measurements = await loadBatch(context, spec, onStep);
    return { series: [{ title: 'CoValue loads', measurements }], note: null };
  },
};
