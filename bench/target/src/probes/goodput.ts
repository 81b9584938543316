import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** How long bytes are moved, and the part of it in which TCP begins, and which does not count. */
export const BULK_MS = 3_000;
const START_MS = 1_000;
/** Random: nothing on the way can make them fewer. */
const BLOCK = randomBytes(64 * 1024);

/** Writes until the time is over. */
export async function writeBulk(to: Writable): Promise<void> {
  const endsAt = performance.now() + BULK_MS;
  const closed = once(to, 'close').catch(() => {});
  while (performance.now() < endsAt && !to.destroyed) {
    if (!to.write(BLOCK)) await Promise.race([once(to, 'drain'), closed]);
  }
  to.end();
}

/** @returns the rate at which the bytes came after the first second, in kbit/s; null when none did. */
export async function readGoodput(from: Readable): Promise<number | null> {
  let begins: number | null = null;
  let counted = 0;
  let last = 0;
  for await (const piece of from) {
    const bytes: Uint8Array = piece;
    const now = performance.now();
    begins ??= now;
    if (now - begins < START_MS) continue;
    counted += bytes.length;
    last = now;
  }
  const seconds = begins === null ? 0 : (last - begins - START_MS) / 1_000;
  return seconds > 0 ? (counted * 8) / 1_000 / seconds : null;
}
