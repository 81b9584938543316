import type { CellPhase } from '@holbench/results/cell';

/** Width of a bin of the goodput over time. */
export const BIN_MS = 100;

/** How a load went: bytes in each bin since its first ones, as a cell stores them. */
export type Moved = Omit<NonNullable<CellPhase['bulk']>, 'streams'>;

/** Payload bytes of a load that goes on, in bins of `BIN_MS` since the first of them. */
export class MovedBytes {
  #beganAtMs: number | null = null;
  /** With a hole where nothing moved. */
  readonly #bins: number[] = [];
  readonly #begun = Promise.withResolvers<void>();

  /** Resolves with the first bytes, or when none will come. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  get hasBegun(): boolean {
    return this.#beganAtMs !== null;
  }

  /**
   * Begins the first bin, if none has begun: at the first bytes, or where none will come.
   * @returns when it began, on the clock of `performance.now()`.
   */
  begin(): number {
    this.#begun.resolve();
    return (this.#beganAtMs ??= performance.now());
  }

  add(bytes: number): void {
    const beganAtMs = this.begin();
    const bin = Math.floor((performance.now() - beganAtMs) / BIN_MS);
    this.#bins[bin] = (this.#bins[bin] ?? 0) + bytes;
  }

  /** All bins until now, one at least; its times count from 1970. */
  moved(nowMs = performance.now()): Moved {
    const beganAtMs = this.begin();
    const bins = Math.max(1, Math.ceil((nowMs - beganAtMs) / BIN_MS));
    return {
      beganAtMs: performance.timeOrigin + beganAtMs,
      binMs: BIN_MS,
      binBytes: Array.from({ length: bins }, (_, bin) => this.#bins[bin] ?? 0),
    };
  }
}
