/**
 * Size of the first batch, which pays for what happens only once: code loaded and compiled, the
 * connections opened, files in the page cache. No measured batch is this small.
 */
export const WARMUP_SIZE = 2;
