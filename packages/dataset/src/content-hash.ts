import { createHash } from 'node:crypto';
import { createXXHash64 } from 'hash-wasm';

/** Both digests of a stream of bytes. */
export class ContentHash {
  readonly #sha256 = createHash('sha256');
  readonly #xxh64: Awaited<ReturnType<typeof createXXHash64>>;

  private constructor(xxh64: Awaited<ReturnType<typeof createXXHash64>>) {
    this.#xxh64 = xxh64;
  }

  static async create(): Promise<ContentHash> {
    return new ContentHash(await createXXHash64());
  }

  update(bytes: Uint8Array): void {
    this.#sha256.update(bytes);
    this.#xxh64.update(bytes);
  }

  /** May be called once. Both in lower-case hexadecimal. */
  digest(): { sha256: string; xxh64: string } {
    return { sha256: this.#sha256.digest('hex'), xxh64: this.#xxh64.digest('hex') };
  }
}
