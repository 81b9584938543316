import type { OperationSpec } from './operation-spec.ts';
import { fakeTexts } from './fake-texts.ts';
import { pickCoValues, withFilesOf } from './pick-covalues.ts';
import { randomFile } from './random-file.ts';
import type { Completed } from '../port/client-transport.ts';
import type { PageContext } from '../port/page-context.ts';

/** One load or creation with everything prepared: only its transfer is timed. */
export type Action = (signal: AbortSignal) => Promise<Completed<unknown>>;

/** Makes ready `count` actions of a kind. */
export type PrepareActions = (
  context: PageContext,
  spec: ActionSpec,
  count: number,
) => Promise<Action[]>;

export interface ActionSpec extends OperationSpec {
  /** Size of each file, in bytes: of those that are loaded where there are enough. */
  readonly fileBytes: number;
}

/** Each loads another CoValue. */
export const prepareLoads: PrepareActions = async ({ transport, list }, spec, count) => {
  const { kind, seed, fileBytes } = spec;
  if (kind === 'text') {
    const ids = pickCoValues(list, kind, seed, count);
    return ids.map((id) => (signal) => transport.load(id, signal));
  }
  const ids = pickCoValues(withFilesOf(list, fileBytes, count), kind, seed, count);
  await transport.prepareDownloads(count);
  return ids.map((id) => (signal) => transport.loadFile(id, signal));
};

/** Each creates a CoValue. Their texts differ; their files share one random content. */
export const prepareCreations: PrepareActions = async ({ transport }, spec, count) => {
  const texts = await fakeTexts(spec.seed, count);
  if (spec.kind === 'text') return texts.map((text) => (signal) => transport.create(text, signal));
  const file = await randomFile(spec.seed, spec.fileBytes);
  return texts.map((text) => (signal) => transport.createWithFile(text, file, signal));
};
