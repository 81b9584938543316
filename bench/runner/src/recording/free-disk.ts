import { statfs } from 'node:fs/promises';
import { MOST_CAPTURE_KB } from './capture.ts';

/** Of a cell, at two devices. */
const CAPTURE_BYTES = 2 * 1_000 * (MOST_CAPTURE_KB.alone + MOST_CAPTURE_KB.same);
/** For the text of two captures at a time, of sockets and of everything else that a run writes, in bytes. */
const MARGIN_BYTES = 300e6;

/**
 * Why a folder has no room for the recordings of so many cells side by side; null where it has.
 */
export async function whyNoRoom(folder: string, cells: number): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder);
  return noRoomText(folder, { freeBytes: bavail * bsize, cells });
}

/** The same, of a known number of free bytes. */
export function noRoomText(
  folder: string,
  { freeBytes, cells }: { readonly freeBytes: number; readonly cells: number },
): string | null {
  const neededBytes = cells * (CAPTURE_BYTES + MARGIN_BYTES);
  if (freeBytes >= neededBytes) return null;
  return (
    `${gigabytes(freeBytes)} GB are free in ${folder}, and recording needs ${gigabytes(neededBytes)} GB; ` +
    'make room, or give --record-wait none'
  );
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
