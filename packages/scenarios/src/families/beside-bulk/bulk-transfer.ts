import type { CoValueId } from '@holbench/protocol/id';
import type { Measurement } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import type { Completed } from '../../port/client-transport.ts';
import { fakeTexts } from '../../page/fake-texts.ts';
import { measure } from '../../page/measure.ts';
import type { PageContext } from '../../port/page-context.ts';
import { pickCoValues } from '../../page/pick-covalues.ts';
import { randomFile } from '../../page/random-file.ts';
import { BIN_MS, sum, untilStable } from './ramp.ts';
import type { BulkResult, BulkSpec, Ramp } from './specs.ts';
import type { RampSpec } from './timing.ts';

/**
 * The bulk transfer beside the small messages. It moves `streams` files side by side, and starts
 * the next as soon as one is done, until `end`.
 */
export class BulkTransfer {
  /** When its first bytes moved, or when it was cut off before. */
  #beganAtMs: number | null = null;
  readonly #bins: number[] = [];
  readonly #stopping = new AbortController();
  readonly #firstByte = Promise.withResolvers<void>();
  readonly #streams: Promise<Measurement[][]>;
  #hasEnded = false;

  private constructor(transfer: Transfer, { phase, streams, timeoutMs }: BulkSpec) {
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
          transfer(AbortSignal.any([signal, this.#stopping.signal]), (bytes) => this.#count(bytes)),
        );
        // A file cut off by `end` is no failure; its bytes are in the bins.
        if (this.#stopping.signal.aborted) break;
        moved.push(measurement);
        // Do not ask a refusing server again and again.
        if (measurement.outcome.status !== 'ok') break;
      }
      return moved;
    };
    this.#streams = Promise.all(Array.from({ length: streams }, (_, user) => stream(user)));
    // All streams have failed: there will be no first byte.
    void this.#streams.finally(() => {
      this.#hasEnded = true;
      this.#firstByte.resolve();
    });
  }

  /** Resolves when the first payload bytes have moved, or every stream has failed. */
  static async begin(context: PageContext, spec: BulkSpec): Promise<BulkTransfer> {
    const bulk = new BulkTransfer(await transferOf(context, spec), spec);
    await bulk.#firstByte.promise;
    return bulk;
  }

  /** Payload bytes so far. */
  get bytes(): number {
    return sum(this.#bins);
  }

  /** Resolves when its goodput is stable, or the time for it is over. */
  async ramp(spec: RampSpec): Promise<Ramp> {
    const beganAtMs = (this.#beganAtMs ??= performance.now());
    return untilStable(spec, { beganAtMs, bins: this.#bins, hasEnded: () => this.#hasEnded });
  }

  /** Cuts off what is still moving. */
  async end(): Promise<BulkResult> {
    const endedAtMs = performance.now();
    const beganAtMs = (this.#beganAtMs ??= endedAtMs);
    this.#stopping.abort();
    const measurements = (await this.#streams).flat();
    const bins = Math.max(1, Math.ceil((endedAtMs - beganAtMs) / BIN_MS));
    return {
      beganAtMs: performance.timeOrigin + beganAtMs,
      binMs: BIN_MS,
      binBytes: Array.from({ length: bins }, (_, bin) => this.#bins[bin] ?? 0),
      measurements,
    };
  }

  #count(bytes: number): void {
    const nowMs = performance.now();
    const beganAtMs = (this.#beganAtMs ??= nowMs);
    this.#firstByte.resolve();
    const bin = Math.floor((nowMs - beganAtMs) / BIN_MS);
    this.#bins[bin] = (this.#bins[bin] ?? 0) + bytes;
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
    const ids = pickCoValues(list, 'binary', seed, streams);
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
