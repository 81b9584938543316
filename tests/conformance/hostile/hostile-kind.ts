import type { RawClient } from '@holbench/raw-clients/raw-client';
import type { SeededRandom } from '@holbench/stats/seeded-random';
import type { Variant } from '@holbench/variants/registry';
import type { QuicProgram } from '@holbench/test-clients/quic/quic-program';

/** What a hostile client knows of the server that it talks to. */
export interface Target {
  readonly variant: Variant;
  readonly origin: string;
  readonly port: number;
  /** A CoValue with a file. */
  readonly id: string;
  rawClient(): Promise<RawClient>;
  /** What speaks QUIC; null where clients need none, or this machine has none. */
  readonly quic: QuicProgram | null;
}

export function programOf({ quic }: Target): QuicProgram {
  if (quic === null) throw new Error('there is no program that speaks QUIC');
  return quic;
}

/** One way to misbehave. The same random numbers make the same client. */
export interface HostileKind {
  readonly name: string;
  /** Whether a client of this variant can. */
  appliesTo(variant: Variant): boolean;
  /**
   * Comes, misbehaves, leaves.
   * @returns whether it was let in: who never is tests nothing.
   * @throws never for what the server does: it may refuse, reset, or close.
   */
  run(target: Target, random: SeededRandom): Promise<boolean>;
}

/** Values of `content-length` that may not be, or are not so. */
export const LENGTHS = ['0', '5', '-1', '1e3', '99999999999', '5, 5', ' 5'] as const;

export function pickOf<Item>(items: readonly [Item, ...Item[]], random: SeededRandom): Item {
  return items[random.below(items.length)] ?? items[0];
}

export function randomBytes(length: number, random: SeededRandom): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

/** A few of the bytes are others, some are missing, some come twice. */
export function damaged(bytes: Buffer, random: SeededRandom): Buffer {
  let result = Buffer.from(bytes);
  for (let time = random.below(4); time > 0 && result.length > 0; time--) {
    const at = random.below(result.length);
    const [before, after] = [result.subarray(0, at), result.subarray(at)];
    const change = random.below(3);
    if (change === 0) result[at] = random.below(256);
    else if (change === 1) result = Buffer.concat([before, after.subarray(random.below(8))]);
    else result = Buffer.concat([before, after.subarray(0, random.below(64)), after]);
  }
  return result;
}
