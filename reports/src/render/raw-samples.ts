import { deflateRawSync } from 'node:zlib';
import type { FinishedCell } from '@holbench/results/run-reader';

/** Of all cells together as they stand in the page: with the rest it stays under 15 MB. */
export const RAW_SAMPLES_BYTES = 9_000_000;

/** What of the raw samples a page carries. */
export interface RawSamples {
  /** By cell: its lines of `samples.ndjson`, byte for byte, deflated (RFC 1951), as base64. */
  readonly encoded: ReadonlyMap<string, string>;
  /** What there was no room for: the largest cells. */
  readonly leftOut: { readonly cells: number; readonly samples: number };
}

/**
 * Packs the samples of each cell on its own, so that a page opens only the one that is asked for.
 * About 20 bytes a sample. The same samples give the same bytes on the same build of Node.
 */
export function rawSamples(cells: readonly FinishedCell[], limit = RAW_SAMPLES_BYTES): RawSamples {
  const packed = cells
    .filter(({ samples }) => samples.length > 0)
    .map(({ cell, samples }) => ({ id: cell.cell, count: samples.length, text: encode(samples) }));
  const largestFirst = packed.toSorted(
    (a, b) => b.text.length - a.text.length || (a.id < b.id ? -1 : 1),
  );
  const encoded = new Map(packed.map(({ id, text }) => [id, text]));
  const leftOut = { cells: 0, samples: 0 };
  let total = packed.reduce((sum, { text }) => sum + text.length, 0);
  for (const { id, count, text } of largestFirst) {
    if (total <= limit) break;
    encoded.delete(id);
    total -= text.length;
    leftOut.cells += 1;
    leftOut.samples += count;
  }
  return { encoded, leftOut };
}

function encode(samples: FinishedCell['samples']): string {
  const lines = samples.map((sample) => `${JSON.stringify(sample)}\n`).join('');
  // Said in full: a default may change with the version of zlib.
  return deflateRawSync(lines, { level: 9, memLevel: 9, windowBits: 15, strategy: 0 }).toString(
    'base64',
  );
}
