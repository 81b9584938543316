import type { FileInfo } from '@holbench/protocol/covalue';
import { createXXHash64 } from 'hash-wasm';
import type { Completed, OnBytes } from '@holbench/scenarios/port/client-transport';
import { pageError } from '@holbench/scenarios/port/transport-error';

type Hasher = Awaited<ReturnType<typeof createXXHash64>>;

/** Idle hashers. Each owns a WebAssembly instance, which is expensive to make. */
const idle: Hasher[] = [];

/** Makes hashers for `count` downloads at once, so that making them is not timed. */
export async function prepareDownloadChecks(count: number): Promise<void> {
  const missing = Math.max(0, count - idle.length);
  idle.push(...(await Promise.all(Array.from({ length: missing }, () => createXXHash64()))));
}

/**
 * Counts and hashes a download as it arrives, without keeping it. Why xxHash64, and on this thread:
 * docs/decisions/0003-content-hash.md.
 */
export class DownloadCheck {
  #bytes = 0;
  #lastByteAtMs = 0;
  readonly #hasher: Hasher;
  readonly #onBytes: OnBytes;

  private constructor(hasher: Hasher, onBytes: OnBytes) {
    this.#hasher = hasher.init();
    this.#onBytes = onBytes;
  }

  /** @param onBytes is told of each piece as it arrives. The caller must `release()` the check. */
  static async begin(onBytes: OnBytes = () => {}): Promise<DownloadCheck> {
    return new DownloadCheck(idle.pop() ?? (await createXXHash64()), onBytes);
  }

  /** Bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Uint8Array): void {
    // The time of arrival in the page: both before hashing.
    this.#lastByteAtMs = performance.now();
    this.#onBytes(piece.byteLength);
    this.#bytes += piece.byteLength;
    this.#hasher.update(piece);
  }

  /**
   * Compares the download with its announcement.
   * @throws TransportError `length_mismatch` or `hash_mismatch`.
   */
  finish(file: FileInfo): Omit<Completed<FileInfo>, 'protocol'> {
    if (this.#bytes !== file.bytes) {
      throw pageError('length_mismatch', `got ${this.#bytes} of ${file.bytes} bytes`);
    }
    const xxh64 = this.#hasher.digest('hex');
    if (xxh64 !== file.xxh64) {
      throw pageError('hash_mismatch', `the content hash is ${xxh64}, announced ${file.xxh64}`);
    }
    return { value: file, bytes: this.#bytes, endedAtMs: this.#lastByteAtMs };
  }

  /** Returns the hasher, once, however the download ended. Add nothing afterwards. */
  release(): void {
    idle.push(this.#hasher);
  }
}
