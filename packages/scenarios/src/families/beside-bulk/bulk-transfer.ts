import type { CoValueId } from '@holbench/protocol/id';
import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { type Completed, FIRST_BACK_OFF_MS } from '../../port/client-transport.ts';
import { fakeTexts } from '../../page/fake-texts.ts';
import { measure } from '../../page/measure.ts';
import type { PageContext } from '../../port/page-context.ts';
import { pickCoValues, withFilesOf } from '../../page/pick-covalues.ts';
import { randomFile } from '../../page/random-file.ts';
import { MovedBytes } from './moved-bytes.ts';
import type { BulkResult, BulkSpec } from './specs.ts';

/** Between two times at which who watches is told what has moved. */
const TOLD_MS = 250;

/**
 * The bulk transfer beside the small messages. It moves `streams` files side by side, and starts
 * the next as soon as one is done, until `end`.
 */
export class BulkTransfer {
  readonly #moved = new MovedBytes();
  readonly #stopping = new AbortController();
  readonly #streams: Promise<Measurement[][]>;

  private constructor(transfer: Transfer, { phase, streams, timeoutMs, again = false }: BulkSpec) {
    let index = 0;
    const stream = async (user: number): Promise<Measurement[]> => {
      const moved: Measurement[] = [];
      while (!this.#stopping.signal.aborted) {
        const intent = {
          label: LABELS.bulk(phase),
          user,
          index: index++,
          intendedAtMs: performance.now(),
          clockZeroMs: performance.timeOrigin,
          timeoutMs,
        };
        const measurement = await measure(intent, (signal) =>
          transfer(AbortSignal.any([signal, this.#stopping.signal]), (bytes) =>
            this.#moved.add(bytes),
          ),
        );
        // A file cut off by `end` is no failure; its bytes are in the bins.
        if (this.#stopping.signal.aborted) break;
        moved.push(measurement);
        if (measurement.outcome.status === 'ok') continue;
        // Do not ask a refusing server again and again.
        if (!again) break;
        await new Promise((resolve) => setTimeout(resolve, FIRST_BACK_OFF_MS));
      }
      return moved;
    };
    this.#streams = Promise.all(Array.from({ length: streams }, (_, user) => stream(user)));
    // All streams may have failed before their first byte.
    void this.#streams.finally(() => this.#moved.begin());
  }

  /** Makes what it moves. @returns begins it. */
  static async prepare(context: PageContext, spec: BulkSpec): Promise<() => BulkTransfer> {
    const transfer = await transferOf(context, spec);
    return () => {
      const bulk = new BulkTransfer(transfer, spec);
      if (context.tell && spec.phase === 'same') bulk.#tell(context.tell);
      return bulk;
    };
  }

  /** Tells what has moved, from the first bytes to the end. */
  #tell(tell: NonNullable<PageContext['tell']>): void {
    const timer = setInterval(() => {
      if (this.#stopping.signal.aborted) clearInterval(timer);
      else if (this.#moved.hasBegun) tell({ is: 'moved', ...this.#moved.moved() });
    }, TOLD_MS);
  }

  /** Cuts off what is still moving. */
  async end(): Promise<BulkResult> {
    const endedAtMs = performance.now();
    this.#moved.begin();
    this.#stopping.abort();
    const measurements = (await this.#streams).flat();
    return { ...this.#moved.moved(endedAtMs), measurements };
  }
}

type Transfer = (
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
) => Promise<Completed<unknown>>;

/** Prepares the transfer of one file of the bulk transfer. */
async function transferOf(
  { transport, list }: PageContext,
  { direction, streams, seed, fileBytes }: BulkSpec,
): Promise<Transfer> {
  if (direction === 'download') {
    await transport.prepareDownloads(streams);
    const ids = pickCoValues(withFilesOf(list, fileBytes, streams), 'binary', seed, streams);
    let next = 0;
    const nextId = (): CoValueId => {
      const id = ids[next++ % ids.length];
      if (id === undefined) throw new RangeError('the server has no files');
      return id;
    };
    return (signal, onBytes) => transport.loadFile(nextId(), signal, onBytes);
  }
  const file = await randomFile(seed, fileBytes);
  const [text] = await fakeTexts(seed, 1);
  if (!text) throw new Error('no text was made');
  return (signal, onBytes) => transport.createWithFile(text, file, signal, onBytes);
}
