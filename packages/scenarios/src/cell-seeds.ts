import { formerName, renameCell } from '@holbench/results/renamed';
import type { ProbePhase } from '@holbench/results/sample';
import { derivedSeed } from '@holbench/stats/derived-seed';
import { seededRandom, shuffled } from '@holbench/stats/seeded-random';

/**
 * What a cell draws, by the seed of its round. The seeds are derived from the names of schema 6, so that a seed still
 * draws what it drew then: rounds of old and new runs can be paired.
 */

/** Which losses: those of a phase, or of a cell without phases by its scenario. */
export type LossesOf =
  | { readonly phase: ProbePhase }
  | { readonly scenario: string }
  | { readonly connection: number };

export function lossesSeed(network: string, seed: number, of: LossesOf): number {
  if ('connection' in of) return derivedSeed('losses', network, of.connection);
  const name = 'phase' in of ? formerName('phase', of.phase) : formerName('scenario', of.scenario);
  return derivedSeed('losses', formerName('network', network), seed, name);
}

/** Of a connection: of its losses, and of what it loads. The same in all cells of a round. */
export function connectionSeed(network: string, seed: number, connection: number): number {
  return derivedSeed('connection', network, seed, connection);
}

/** Where the first losses of a cell’s transfers lie. */
export interface FirstLoss {
  /** From 0. */
  readonly stratum: number;
  /** Quantile, from 0 to 1. */
  readonly firstLoss: number;
}

/** Moments of a stratum to choose from. */
const QUANTILES = 2 ** 20;

/**
 * A first loss for each connection of a cell: one in each of as many strata of equal probability, in an order and at a
 * place of its stratum that are drawn. The same in all cells of a round.
 */
export function strataOf(seed: number, connections: number): FirstLoss[] {
  const random = seededRandom(derivedSeed('strata', seed));
  const strata = Array.from({ length: connections }, (_, stratum) => ({
    stratum,
    firstLoss: (stratum + random.below(QUANTILES) / QUANTILES) / connections,
  }));
  return shuffled(strata, random);
}

/** The order of phases, the same in all cells of a round. */
export function phasesSeed(network: string, seed: number): number {
  return derivedSeed('phases', formerName('network', network), seed);
}

/** The moments at which messages are sent. */
export function scheduleSeed(cell: string, seed: number, phase: ProbePhase): number {
  return derivedSeed('schedule', renameCell(cell, formerName), seed, formerName('phase', phase));
}
