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
  if (until === null || coverage === null || !hasFeature(scenario, 'bulk')) return figure;
  return { ...figure, coverage: Math.min(coverage, STOPPED_LEVEL) };
}
