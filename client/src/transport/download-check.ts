import type { FileInfo } from '@holbench/protocol/covalue';
import { createXXHash64 } from 'hash-wasm';
import { pageError } from '@holbench/scenarios/port/transport-error';

type Hasher = Awaited<ReturnType<typeof createXXHash64>>;

/** Hashers at rest. Each owns a WebAssembly instance, which is worth keeping. */
const idle: Hasher[] = [];

/** Makes hashers for `count` downloads at once, so that no clock sees them being made. */
export async function prepareDownloadChecks(count: number): Promise<void> {
  const missing = Math.max(0, count - idle.length);
  idle.push(...(await Promise.all(Array.from({ length: missing }, () => createXXHash64()))));
}

/**
 * Counts and hashes a download as it arrives and keeps none of it. Why xxHash64, on this thread:
 * docs/decisions/0003-content-hash.md.
 */
export class DownloadCheck {
  #bytes = 0;
  #lastByteAtMs = 0;
  readonly #hasher: Hasher;

  private constructor(hasher: Hasher) {
    this.#hasher = hasher.init();
  }

  static async begin(): Promise<DownloadCheck> {
    return new DownloadCheck(idle.pop() ?? (await createXXHash64()));
  }

  /** Bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** `performance.now()` when the latest piece was in the page, before it was hashed. */
  get lastByteAtMs(): number {
    return this.#lastByteAtMs;
  }

  add(piece: Uint8Array): void {
    this.#lastByteAtMs = performance.now();
    this.#bytes += piece.byteLength;
    this.#hasher.update(piece);
  }

  /**
   * Compares what came with what was announced.
   * @throws TransportError `length_mismatch` or `hash_mismatch`.
   */
  finish(file: FileInfo): void {
    const xxh64 = this.#hasher.digest('hex');
    idle.push(this.#hasher);
    if (this.#bytes !== file.bytes) {
      throw pageError('length_mismatch', `got ${this.#bytes} of ${file.bytes} bytes`);
    }
    if (xxh64 !== file.xxh64) {
      throw pageError('hash_mismatch', `content hashes to ${xxh64}, announced as ${file.xxh64}`);
    }
  }
}
