import type { Blocks } from '@holbench/results/block';
import { STOPPED_LEVEL } from '@holbench/stats/precise-enough';
import type { Figure } from './figure.ts';

/**
 * The level of an interval of a run that ended when its intervals were narrow (`--precision`) is that of the
 * stopping rule at most. It is for the scenarios whose rounds that rule counts.
 */
export function cappedLevel<Of extends Pick<Figure, 'coverage' | 'scenario'>>(
  figure: Of,
  run: Blocks,
): Of {
  const { coverage, scenario } = figure;
  const most = highestLevel(scenario, [run]);
  return coverage === null || coverage <= most ? figure : { ...figure, coverage: most };
}

/** Of an interval that is of rounds of these runs. */
export function highestLevel(scenario: string, runs: readonly Blocks[]): number {
  const ends = runs.some(({ blocks }) =>
    blocks.some((block) => block.precision !== null && block.scenarios.includes(scenario)),
  );
  return ends ? STOPPED_LEVEL : 1;
}
