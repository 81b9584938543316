import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../labels.ts';
import { measure } from '../page/measure.ts';
import type { OperationSpec, UserSpec } from '../page/operation-spec.ts';
import { afterPageLoad, pageLoad } from '../page/page-load.ts';
import { pickCoValues } from '../page/pick-covalues.ts';
import { type Operation, OPERATION_TIMEOUT_MS } from '../port/operation.ts';
import type { PageContext } from '../port/page-context.ts';

export const page = (context: PageContext) => ({
  pageLoad: async (user: number) => pageLoad(context, user),
  operate: (spec: UserSpec) => loadOne(context, spec),
});

/** Loads one CoValue. Many pages share a cell, so `intendedAtMs` is absolute. */
async function loadOne(
  { transport, list }: PageContext,
  { kind, user, seed, timeoutMs }: OperationSpec & { readonly user: number },
): Promise<Measurement> {
  const [id] = pickCoValues(list, kind, seed, 1);
  if (id === undefined) throw new RangeError('the server has no CoValue to load');
  if (kind === 'binary') await transport.prepareDownloads(1);

  const intendedAtMs = performance.now();
  const clockZeroMs = performance.timeOrigin;
  const intent = { label: LABELS.load, user, index: 0, intendedAtMs, clockZeroMs, timeoutMs };
  return measure(intent, (signal) =>
    kind === 'binary' ? transport.loadFile(id, signal) : transport.load(id, signal),
  );
}

export const operation: Operation = {
  title: 'Load one',
  describe: (kind) => `page load, then one ${kind === 'text' ? 'text' : 'file'}`,
  steps: () => 1,
  run: async (context, kind, form) => {
    const spec = { kind, timeoutMs: OPERATION_TIMEOUT_MS, user: 0, ...form };
    return afterPageLoad(context, 'CoValue load', await loadOne(context, spec));
  },
};
