import type { ProbePhase } from '@holbench/results/sample';
import { derivedSeed } from '@holbench/stats/derived-seed';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';

/**
 * What a cell draws, by the seed of its round. Seeds are derived from names that never change, so that a seed draws the
 * same in every version of the lab, and `--again` has the losses of a published run.
 */
const NAMES_OF_SEEDS: Readonly<Record<string, string>> = {
  download: '4f',
  upload: '4g',
  connect: '5h',
  'reference-4g': '4g',
  'reference-3g': '3g',
  'reference-high-loss': 'high-loss',
  'reference-extreme-loss': 'extreme-loss',
  alone: 'idle',
  other: 'foreign',
  same: 'self',
};
const NAMES = new RegExp(
  `(?<![\\w-])(?:${Object.keys(NAMES_OF_SEEDS).join('|')})(?=$|[/+= ]|-(?:text|binary)\\b)`,
  'g',
);

/** A name, or an id with names in it: `reference-4g/node-ws/download-text/0` → `4g/node-ws/4f-text/0`. */
export function nameOfSeed(name: string): string {
  return name.replaceAll(NAMES, (each) => NAMES_OF_SEEDS[each] ?? each);
}

/** Which losses: those of a connection, or of a cell without connections by its scenario. */
export type LossesOf = { readonly scenario: string } | { readonly connectionSeed: number };

export function lossesSeed(network: string, seed: number, of: LossesOf): number {
  if ('connectionSeed' in of) return derivedSeed('losses', network, of.connectionSeed);
  const scenario = nameOfSeed(of.scenario);
  return derivedSeed('losses', nameOfSeed(network), seed, scenario);
}

/** Of a connection: of its losses, and of what it loads. The same in all cells of a round. From 0. */
export function connectionSeed(network: string, seed: number, connection: number): number {
  return derivedSeed('connection', nameOfSeed(network), seed, connection);
}

/** Where in a trace the transfer of a connection begins. The same in all cells of a round. */
export function offsetSeed(network: string, seed: number, connection: number): number {
  return derivedSeed('offset', nameOfSeed(network), seed, connection);
}

/** Which losses the transfer of a connection meets after its first. @param seed `connectionSeed`. */
export function armedSeed(seed: number): number {
  return derivedSeed('armed-losses', seed);
}

/** Whether its transfer is first on its own connection or on another one. @param seed `connectionSeed`. */
export function orderSeed(seed: number): number {
  return derivedSeed('order', seed);
}

/** The strata of connections (`strataOf`), the same in all cells of a round. */
export function strataSeed(network: string, seed: number): number {
  return derivedSeed('strata', nameOfSeed(network), seed);
}

/** Where the first loss of a connection's transfer is. */
export interface Stratum {
  /** j of n strata, from 0: `firstLoss` is in [j/n, (j + 1)/n). */
  readonly stratum: number;
  /** Quantile of the first loss under the configured loss: `Link.armLosses`. */
  readonly firstLoss: number;
}

/** Steps of a draw: as many as a seeded generator gives at once. */
const STEPS = 2 ** 31;

/**
 * The strata of a cell's connections, in their order: each of n equally probable ones once, with a uniform quantile
 * inside (stratified sampling with one draw per stratum: W. G. Cochran, "Sampling Techniques", 1977, chapter 5).
 * @param seed `strataSeed`.
 */
export function strataOf(seed: number, connections: number): Stratum[] {
  const random = seededRandom(seed);
  const strata = Array.from({ length: connections }, (_, stratum) => stratum);
  return shuffled(strata, random).map((stratum) => {
    return { stratum, firstLoss: (stratum + random.below(STEPS) / STEPS) / connections };
  });
}

/** The moments at which messages are sent. */
export function scheduleSeed(cell: string, seed: number, phase: ProbePhase): number {
  return derivedSeed('schedule', nameOfSeed(cell), seed, nameOfSeed(phase));
}
