/** Of a refused body so much is read before its answer. A client without ill will has sent all by then. */
export const MAX_DISCARDED_BYTES = 16 * 1024 ** 2;
/** Pieces shorter than that are copied into blocks: a body of single bytes must not cost an object for each. */
export const SMALL_PIECE_BYTES = 4 * 1024;
const BLOCK_BYTES = 4 * SMALL_PIECE_BYTES;

/** A request's body while it comes, in pieces of any size. It takes no more memory than what came, and a block. */
export class BodyBuffer {
  readonly #maxBytes: number;
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Small pieces, not full. */
  #block: Uint8Array<ArrayBuffer> | null = null;
  #blockBytes = 0;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** All bytes that came, also those that were too many. */
  get receivedBytes(): number {
    return this.#bytes;
  }

  get isTooLarge(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  /** @param piece is kept, unless it is small. Of a body that is too large nothing is. */
  append(piece: Uint8Array<ArrayBuffer>): void {
    this.#bytes += piece.byteLength;
    if (this.isTooLarge) {
      this.#pieces = [];
      this.#block = null;
    } else if (piece.byteLength < SMALL_PIECE_BYTES) {
      this.#copy(piece);
    } else {
      this.#endBlock();
      this.#pieces.push(piece);
    }
  }

  /** The complete body. One of one large piece is not copied. */
  take(): Uint8Array<ArrayBuffer> {
    this.#endBlock();
    const [only, ...others] = this.#pieces;
    return only && others.length === 0 ? only : Buffer.concat(this.#pieces);
  }

  #copy(piece: Uint8Array<ArrayBuffer>): void {
    if (this.#blockBytes + piece.byteLength > BLOCK_BYTES) this.#endBlock();
    this.#block ??= new Uint8Array(BLOCK_BYTES);
    this.#block.set(piece, this.#blockBytes);
    this.#blockBytes += piece.byteLength;
  }

  #endBlock(): void {
    if (this.#block) this.#pieces.push(this.#block.subarray(0, this.#blockBytes));
    this.#block = null;
    this.#blockBytes = 0;
  }
}
