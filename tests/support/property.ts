import * as fc from 'fast-check';
import { FUZZ_SEED } from './seed.ts';

/** For `fc.assert`: inputs from the fixed seed. A failure says its seed, and the smallest input that fails. */
export const PROPERTY = { seed: FUZZ_SEED, numRuns: 300 } as const;

/** Bytes that came over a network in pieces: cut at up to 12 places. */
export function inPieces(bytes: Uint8Array, cuts: readonly number[]): Buffer[] {
  const places = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...places].map((from, index) =>
    // A copy, as a socket's memory is used again.
    Buffer.from(bytes.subarray(from, places[index] ?? bytes.length)),
  );
}

export const cuts = fc.array(fc.nat({ max: 10_000 }), { maxLength: 12 });
