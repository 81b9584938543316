/**
 * Longest time on the processor before a moment, in ms. The browser wakes a page 0.3 ms late in the
 * median: it is woken early by this, and the clock is read for the rest. More would keep pages side by
 * side from being woken (docs/decisions/0027).
 */
const WAKE_EARLY_MS = 1;

/**
 * Resolves at `atMs` of `performance.now()`, or at once when that has passed; never before. It is late
 * only by what else the page has to do. A timer would not do: `setTimeout` cuts fractions off, and
 * re-arming it for the rest takes 4 ms at least (HTML, "timer initialisation steps").
 */
export async function waitUntil(atMs: number): Promise<void> {
  // Never notified: only the time limit counts. A page that is cross-origin isolated may have one.
  const cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (;;) {
    const sleepMs = atMs - WAKE_EARLY_MS - performance.now();
    if (sleepMs <= 0) break;
    await Atomics.waitAsync(cell, 0, 0, sleepMs).value;
  }
  while (performance.now() < atMs);
}
