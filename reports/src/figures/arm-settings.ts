import { changedFactors } from '@holbench/factors/values';
import type { ReportData } from '../runs/report-data.ts';
import type { Figure } from './figure.ts';

/** A factor with the value that an arm gives it. */
export interface ArmSetting {
  readonly flag: string;
  readonly value: string;
}

/** In what the cells of a figure differ from their run’s own factors; empty for these. */
export function armSettings(
  { cells, manifest }: Pick<ReportData, 'cells' | 'manifest'>,
  { cells: [id] }: Pick<Figure, 'cells'>,
): ArmSetting[] {
  const own = manifest.config.factors;
  const found = cells.find(({ cell }) => cell.cell === id);
  return found === undefined ? [] : changedFactors(found.cell.factors, own);
}

/** `--notsent-lowat 16k --chunk-size 16k`, as the command line takes them. */
export function settingsText(settings: readonly ArmSetting[]): string {
  return settings.map(({ flag, value }) => `--${flag} ${value}`).join(' ');
}

/** What rows without an arm are of. */
export function ownTitle({ manifest }: Pick<ReportData, 'manifest'>): string {
  const changed = changedFactors(manifest.config.factors, manifest.defaults);
  return changed.length === 0 ? 'as shipped' : 'with the run’s own factors';
}

/** How the arm of `tunedArm` is called. */
export const TUNED = 'tuned';

/** Settings that keep what a sender holds ready short. */
const TUNING: ReadonlyMap<string, string> = new Map([
  ['notsent-lowat', '16k'],
  ['chunk-size', '16k'],
  ['http2-write', '16k'],
]);

/** `--notsent-lowat 16k --chunk-size 16k …`. */
export const TUNING_TEXT = settingsText([...TUNING].map(([flag, value]) => ({ flag, value })));

/** Whether an arm has these settings alone: it is shown as *tuned*, or is a part of that. */
export function isTuning(settings: readonly ArmSetting[]): boolean {
  return settings.length > 0 && settings.every(({ flag, value }) => TUNING.get(flag) === value);
}

/**
 * The arm that is printed as *tuned*: the one with the most of these settings, and no other. So that a
 * default is not read as a property of a protocol.
 *
 * @param figures of one variant at one place.
 * @returns null where the run has none.
 */
export function tunedArm(data: ReportData, figures: readonly Figure[]): string | null {
  const arms = [...Map.groupBy(figures, ({ arm }) => arm)].flatMap(([arm, own]) => {
    const [first] = own.filter(({ cells }) => cells.length > 0);
    const settings = arm === '' || first === undefined ? [] : armSettings(data, first);
    return isTuning(settings) ? [{ arm, count: settings.length }] : [];
  });
  return arms.toSorted((a, b) => b.count - a.count)[0]?.arm ?? null;
}
