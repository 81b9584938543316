import { createHash } from 'node:crypto';

/**
 * A seed that follows from others, or from names, and is related to none of them: SHA-256, first 31
 * bits. So that an order is that of no round's parity, and two sequences of losses are never the same.
 */
export function derivedSeed(...from: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(from)).digest().readUInt32BE() >>> 1;
}
