/** Environment variable that replaces the seed of all random tests: a number, or `fresh` for one that nobody has had. */
const VARIABLE = 'HOLBENCH_FUZZ_SEED';
const FIXED_SEED = 18;

/**
 * Seed of everything that tests choose at random. It is fixed, so that a run which passed passes again. A failure
 * names it: `HOLBENCH_FUZZ_SEED=<seed>` repeats the run.
 */
export const FUZZ_SEED = seedOf(process.env[VARIABLE]);

function seedOf(text: string | undefined): number {
  if (text === undefined || text === '') return FIXED_SEED;
  if (text === 'fresh') return Math.trunc(Math.random() * 2 ** 31);
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 31) return Number(text);
  throw new Error(`${VARIABLE}: '${text}' is not a seed; use a number below 2147483648, or fresh`);
}
