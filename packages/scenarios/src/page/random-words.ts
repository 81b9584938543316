/**
 * Fills `words` with pseudo-random numbers that depend only on `seed` and `stream`, at GB/s:
 * xorshift128 (Marsaglia, "Xorshift RNGs", 2003), seeded by the mixing function of splitmix32.
 * @returns `words`.
 */
export function writeRandomWords(words: Uint32Array, seed: number, stream: number): Uint32Array {
  let state = (seed ^ Math.imul(stream + 1, 0x9e37_79b9)) | 0;
  const mix = (): number => {
    state = (state + 0x9e37_79b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return mixed ^ (mixed >>> 15);
  };
  let [x, y, z] = [mix(), mix(), mix()];
  // xorshift never leaves the all-zero state.
  let w = mix() | 1;
  for (let index = 0; index < words.length; index++) {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    words[index] = w;
  }
  return words;
}
