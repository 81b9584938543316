import { formerName, renameCell } from '@holbench/results/renamed';
import type { ProbePhase } from '@holbench/results/sample';
import { derivedSeed } from '@holbench/stats/derived-seed';

/**
 * What a cell draws, by the seed of its round. The seeds are derived from the names of schema 6, so that a seed still
 * draws what it drew then: rounds of old and new runs can be paired.
 */

/** Which losses: those of a phase, or of a cell without phases by its scenario. */
export type LossesOf = { readonly phase: ProbePhase } | { readonly scenario: string };

export function lossesSeed(network: string, seed: number, of: LossesOf): number {
  const name = 'phase' in of ? formerName('phase', of.phase) : formerName('scenario', of.scenario);
  return derivedSeed('losses', formerName('network', network), seed, name);
}

/** The order of phases, the same in all cells of a round. */
export function phasesSeed(network: string, seed: number): number {
  return derivedSeed('phases', formerName('network', network), seed);
}

/** The moments at which messages are sent. */
export function scheduleSeed(cell: string, seed: number, phase: ProbePhase): number {
  return derivedSeed('schedule', renameCell(cell, formerName), seed, formerName('phase', phase));
}
