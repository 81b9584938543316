import { type Variant, VARIANTS } from '@holbench/variants/registry';
import type { ReportData } from './report-data.ts';

/** The variants with rows in the report of a run: the default ones, and those that it names. */
export function shownVariants({ manifest }: Pick<ReportData, 'manifest'>): readonly Variant[] {
  return VARIANTS.filter(
    ({ id, group }) => group === 'default' || manifest.config.variants.includes(id),
  );
}
