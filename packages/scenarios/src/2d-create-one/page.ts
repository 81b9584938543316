import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../labels.ts';
import { fakeTexts } from '../page/fake-texts.ts';
import { measure } from '../page/measure.ts';
import type { UserSpec } from '../page/operation-spec.ts';
import { afterPageLoad, pageLoad } from '../page/page-load.ts';
import { randomFile } from '../page/random-file.ts';
import { type Operation, OPERATION_TIMEOUT_MS } from '../port/operation.ts';
import type { PageContext } from '../port/page-context.ts';

export const page = (context: PageContext) => ({
  pageLoad: async (user: number) => pageLoad(context, user),
  operate: (spec: UserSpec) => createOne(context, spec),
});

/** Creates one CoValue. Many pages share a cell, so `intendedAtMs` is absolute. */
async function createOne(
  { transport }: PageContext,
  { kind, user, seed, fileBytes, timeoutMs }: UserSpec,
): Promise<Measurement> {
  const [text] = await fakeTexts(seed, 1);
  if (text === undefined) throw new RangeError('no text was made');
  const file = kind === 'binary' ? await randomFile(seed, fileBytes) : null;

  const intendedAtMs = performance.now();
  const clockZeroMs = performance.timeOrigin;
  const intent = { label: LABELS.create, user, index: 0, intendedAtMs, clockZeroMs, timeoutMs };
  return measure(intent, (signal) =>
    file ? transport.createWithFile(text, file, signal) : transport.create(text, signal),
  );
}

export const operation: Operation = {
  title: 'Create one',
  describe: (kind) => `page load, then one ${kind === 'text' ? 'text' : 'file'}`,
  steps: () => 1,
  run: async (context, kind, form) => {
    const spec = { kind, timeoutMs: OPERATION_TIMEOUT_MS, user: 0, ...form };
    return afterPageLoad(context, 'CoValue creation', await createOne(context, spec));
  },
};
