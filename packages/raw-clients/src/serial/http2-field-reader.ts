/**
 * Size of the dynamic table that the client allows: none, as an entry takes 32 bytes and more
 * (RFC 7541 §4.1). 0 says the same, but spdy takes it for no setting.
 */
export const HEADER_TABLE_BYTES = 1;
/** Entries of the static table, RFC 7541 appendix A. The dynamic table follows it. */
const STATIC_ENTRIES = 61;

/** Reads the parts of a header block (RFC 7541) for an endpoint that allows no dynamic table. */
export class FieldReader {
  readonly #block: Buffer;
  #at = 0;

  constructor(block: Buffer) {
    this.#block = block;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#block.length;
  }

  peek(): number {
    const byte = this.#block[this.#at];
    if (byte === undefined) throw new Error('a header block that ends within a field');
    return byte;
  }

  skipSizeUpdates(): void {
    while (!this.isAtEnd && this.peek() >> 5 === 1) {
      const size = this.#integer(5);
      if (size > HEADER_TABLE_BYTES)
        throw new Error(`a dynamic table of ${size} bytes, where none is allowed`);
    }
  }

  index(prefixBits: number): number {
    const index = this.#integer(prefixBits);
    if (index <= STATIC_ENTRIES) return index;
    throw new Error(`the entry ${index} of the dynamic table, which is empty`);
  }

  skipString(): void {
    const length = this.#integer(7);
    this.#skip(length);
  }

  /** A value of decimal digits. */
  number(): number {
    const isHuffman = this.peek() >= 0x80;
    const length = this.#integer(7);
    const from = this.#at;
    this.#skip(length);
    const bytes = this.#block.subarray(from, this.#at);
    const digits = isHuffman ? huffmanDigits(bytes) : bytes.toString('latin1');
    if (!/^\d{1,15}$/.test(digits)) throw new Error(`the number ${JSON.stringify(digits)}`);
    return Number(digits);
  }

  #skip(bytes: number): void {
    this.#at += bytes;
    if (this.#at > this.#block.length) throw new Error('a header block that ends within a field');
  }

  /** RFC 7541 §5.1. */
  #integer(prefixBits: number): number {
    const most = 2 ** prefixBits - 1;
    let value = this.peek() & most;
    this.#at++;
    if (value < most) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.peek();
      this.#at++;
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error('an integer over 28 bits in a header block');
  }
}

/**
 * The digits have codes of their own in RFC 7541 appendix B: 0 to 2 are 00000 to 00010, 3 to 9 are
 * 011001 to 011111. The rest of the last byte is filled with ones.
 */
function huffmanDigits(bytes: Buffer): string {
  const bits = bytes.length * 8;
  const bitsAt = (at: number, count: number): number => {
    const first = at >> 3;
    const word = ((bytes[first] ?? 0) << 8) | (bytes[first + 1] ?? 0);
    return (word >> (16 - count - (at & 7))) & (2 ** count - 1);
  };
  let digits = '';
  let at = 0;
  for (;;) {
    const left = bits - at;
    if (left < 8 && bitsAt(at, left) === 2 ** left - 1) return digits;
    const five = left < 5 ? -1 : bitsAt(at, 5);
    const six = left < 6 ? -1 : bitsAt(at, 6);
    if (five >= 0 && five <= 2) {
      digits += five;
      at += 5;
    } else if (six >= 0x19 && six <= 0x1f) {
      digits += six - 0x16;
      at += 6;
    } else throw new Error('a number whose Huffman code is not of digits');
  }
}
