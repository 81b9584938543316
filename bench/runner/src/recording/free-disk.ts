import { statfs } from 'node:fs/promises';
import { MOST_CAPTURE_KB } from './capture.ts';

/** Of a connection, at two devices. */
const CAPTURE_BYTES = 2 * 1_000 * MOST_CAPTURE_KB;
/** For the text of two captures at a time, of sockets and of everything else that a run writes, in bytes. */
const MARGIN_BYTES = 300e6;

/** Cells side by side that record so many connections each. */
interface Recorded {
  readonly cells: number;
  readonly connections: number;
}

/** Why a folder has no room for the recordings of cells side by side, which keep them until they end; null where it has. */
export async function whyNoRoom(folder: string, recorded: Recorded): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder);
  return noRoomText(folder, { ...recorded, freeBytes: bavail * bsize });
}

/** The same, of a known number of free bytes. */
export function noRoomText(
  folder: string,
  { freeBytes, cells, connections }: Recorded & { readonly freeBytes: number },
): string | null {
  const neededBytes = cells * (connections * CAPTURE_BYTES + MARGIN_BYTES);
  if (freeBytes >= neededBytes) return null;
  return (
    `${gigabytes(freeBytes)} GB are free in ${folder}, and recording needs ${gigabytes(neededBytes)} GB; ` +
    'make room, or give --record-wait none'
  );
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
