import type { CoValueId } from '@holbench/protocol/id';
import { LABELS, type Measurement } from '@holbench/results/sample';
import { prepareDownloadChecks } from '../transport/download-check.ts';
import { measure } from './measure.ts';
import type { PageContext } from './page-context.ts';
import { pickCoValues } from './pick-covalues.ts';
import type { BatchSpec } from './spec.ts';

/**
 * 1a: loads `size` CoValues, all at once, one user.
 * @param onDone is told of each operation as it ends.
 */
export async function loadBatch(
  { transport, list }: PageContext,
  { kind, size, seed, timeoutMs }: BatchSpec,
  onDone: (measurement: Measurement) => void = () => {},
): Promise<Measurement[]> {
  const ids = pickCoValues(list, kind, seed, size);
  if (kind === 'binary') await prepareDownloadChecks(size);
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
