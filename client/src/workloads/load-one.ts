import { LABELS, type Measurement } from '@holbench/results/sample';
import { prepareDownloadChecks } from '../transport/download-check.ts';
import { measure } from './measure.ts';
import type { PageContext } from './page-context.ts';
import { pickCoValues } from './pick-covalues.ts';
import type { UserSpec } from './spec.ts';

/** 1b: loads one CoValue. Many pages share a cell, so `intendedAtMs` is absolute. */
export async function loadOne(
  { transport, list }: PageContext,
  { kind, user, seed, timeoutMs }: UserSpec,
): Promise<Measurement> {
  const [id] = pickCoValues(list, kind, seed, 1) as [string];
  if (kind === 'binary') await prepareDownloadChecks(1);

  const intendedAtMs = performance.now();
  const clockZeroMs = performance.timeOrigin;
  const intent = { label: LABELS.load, user, index: 0, intendedAtMs, clockZeroMs, timeoutMs };
  return measure(intent, (signal) =>
    kind === 'binary' ? transport.loadFile(id, signal) : transport.load(id, signal),
  );
}
