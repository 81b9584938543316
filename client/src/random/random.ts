/**
 * Seeded random numbers: the state of xorshift128 (Marsaglia, "Xorshift RNGs", 2003), filled from
 * the seed by the mixing function of splitmix32. Not for secrets; equal seeds, equal numbers.
 */
export class Random {
  #x: number;
  #y: number;
  #z: number;
  #w: number;

  /** Streams of one seed are independent of each other. */
  constructor(seed: number, stream = 0) {
    let state = (seed ^ Math.imul(stream + 1, 0x9e37_79b9)) | 0;
    const mix = (): number => {
      state = (state + 0x9e37_79b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
      return mixed ^ (mixed >>> 15);
    };
    this.#x = mix();
    this.#y = mix();
    this.#z = mix();
    // xorshift never leaves the all-zero state.
    this.#w = mix() | 1;
  }

  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number {
    const [word = 0] = this.write(new Uint32Array(1));
    return Math.floor((word / 2 ** 32) * limit);
  }

  /** Fills `words` and returns it, which is the fast way: the state stays in local variables. */
  write(words: Uint32Array): Uint32Array {
    let [x, y, z, w] = [this.#x, this.#y, this.#z, this.#w];
    for (let index = 0; index < words.length; index++) {
      const t = x ^ (x << 11);
      x = y;
      y = z;
      z = w;
      w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
      words[index] = w;
    }
    [this.#x, this.#y, this.#z, this.#w] = [x, y, z, w];
    return words;
  }
}
