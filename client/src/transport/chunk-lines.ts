import { MAX_MESSAGE_BYTES } from '@holbench/protocol/wire-limits';
import { EncodedChunk } from '@holbench/protocol/bodies';
import { parseJson } from '@holbench/protocol/parse';
import { fromBase64 } from './base64.ts';
import { pageError } from '@holbench/scenarios/port/transport-error';

const LINE_END = 0x0a;

/** Splits a download's body into lines of JSON, one per chunk; holds at most one line. */
export class ChunkLines {
  readonly #onChunk: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #line = '';
  #chunks = 0;

  constructor(onChunk: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#onChunk = onChunk;
  }

  /** @throws TransportError, LabError for an invalid line, or one that is not the next chunk's. */
  add(piece: Uint8Array): void {
    let begin = 0;
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, begin)) {
      this.#append(piece.subarray(begin, end));
      this.#readLine();
      begin = end + 1;
    }
    this.#append(piece.subarray(begin));
  }

  #append(part: Uint8Array): void {
    this.#line += decoded(() => this.#decoder.decode(part, { stream: true }));
    if (this.#line.length <= MAX_MESSAGE_BYTES) return;
    throw pageError('unexpected_answer', `a line is longer than ${MAX_MESSAGE_BYTES} bytes`);
  }

  #readLine(): void {
    const { index, data } = parseJson(EncodedChunk, this.#line);
    this.#line = '';
    if (index !== this.#chunks) {
      throw pageError('unexpected_answer', `got chunk ${index}, expected ${this.#chunks}`);
    }
    this.#chunks++;
    this.#onChunk(decoded(() => fromBase64(data)));
  }
}

/** Else the TypeError of a decoder would pass for that of a broken connection. */
function decoded<Result>(decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    throw pageError('unexpected_answer', `a line cannot be decoded: ${String(error)}`);
  }
}
