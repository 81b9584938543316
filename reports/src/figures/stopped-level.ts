import { hasFeature } from '@holbench/scenarios/registry';
import { STOPPED_LEVEL } from '@holbench/stats/precise-enough';
import type { ReportData } from '../runs/report-data.ts';
import type { Figure } from './figure.ts';

/**
 * The level of an interval of a run that ended when its intervals were narrow (`--until`) is that of the
 * stopping rule at most. It is for the scenarios whose rounds that rule counts.
 */
export function cappedLevel<Of extends Pick<Figure, 'coverage' | 'scenario'>>(
  figure: Of,
  { until }: Pick<ReportData['manifest']['config'], 'until'>,
): Of {
  const { coverage, scenario } = figure;
  const most = highestLevel(scenario, [{ until }]);
  return coverage === null || coverage <= most ? figure : { ...figure, coverage: most };
}

/** Of an interval that is of rounds of these runs. */
export function highestLevel(
  scenario: string,
  runs: readonly Pick<ReportData['manifest']['config'], 'until'>[],
): number {
  const ends = hasFeature(scenario, 'bulk') && runs.some(({ until }) => until !== null);
  return ends ? STOPPED_LEVEL : 1;
}
