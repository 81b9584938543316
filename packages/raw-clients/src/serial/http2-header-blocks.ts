import { MAX_HEAD_BYTES } from './http-session.ts';
import { Flag } from './http2-frames.ts';

type OnBlock = (stream: number, flags: number, block: Buffer) => void;

/** Takes padding and priority off HEADERS, and joins their CONTINUATIONs. RFC 9113 §6.2, §6.10. */
export class HeaderBlocks {
  readonly #onBlock: OnBlock;
  /** The stream whose block has not come to its end; 0 for none. */
  open = 0;
  #flags = 0;
  #block = Buffer.alloc(0);

  /** @param onBlock gets a complete block, with the flags of its HEADERS. */
  constructor(onBlock: OnBlock) {
    this.#onBlock = onBlock;
  }

  begin(stream: number, flags: number, payload: Buffer): void {
    const isPadded = (flags & Flag.PADDED) !== 0;
    const begin = (isPadded ? 1 : 0) + (flags & Flag.PRIORITY ? 5 : 0);
    const end = payload.length - (isPadded ? (payload[0] ?? 0) : 0);
    if (begin > end) throw new Error('HEADERS of padding or priority over their end');
    const block = payload.subarray(begin, end);
    if (flags & Flag.END_HEADERS) return this.#onBlock(stream, flags, block);
    this.open = stream;
    this.#flags = flags;
    this.#block = Buffer.from(block);
  }

  continue(stream: number, flags: number, payload: Buffer): void {
    if (this.open === 0 || this.open !== stream) {
      throw new Error(`CONTINUATION of no HEADERS on stream ${stream}`);
    }
    this.#block = Buffer.concat([this.#block, payload]);
    if (this.#block.length > MAX_HEAD_BYTES) throw new Error(`a head over ${MAX_HEAD_BYTES} bytes`);
    if (!(flags & Flag.END_HEADERS)) return;
    this.open = 0;
    this.#onBlock(stream, this.#flags, this.#block);
  }
}
