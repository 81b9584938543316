import type { CoValueText } from '@holbench/protocol/covalue';
import { LABELS, type Measurement } from '@holbench/results/sample';
import { fakeTexts } from './fake-texts.ts';
import { measure } from './measure.ts';
import type { PageContext } from './page-context.ts';
import { randomFile } from './random-file.ts';
import type { UserSpec } from './spec.ts';

/** 2d: creates one CoValue. Many pages share a cell, so `intendedAtMs` is absolute. */
export async function createOne(
  { transport }: PageContext,
  { kind, user, seed, fileBytes, timeoutMs }: UserSpec,
): Promise<Measurement> {
  const [text] = (await fakeTexts(seed, 1)) as [CoValueText];
  const file = kind === 'binary' ? await randomFile(seed, fileBytes) : null;

  const intendedAtMs = performance.now();
  const clockZeroMs = performance.timeOrigin;
  const intent = { label: LABELS.create, user, index: 0, intendedAtMs, clockZeroMs, timeoutMs };
  return measure(intent, (signal) =>
    file ? transport.createWithFile(text, file, signal) : transport.create(text, signal),
  );
}
