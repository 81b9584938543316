import { blocksAt, namesIn } from '@holbench/results/block';
import { findScenario, inOrder } from '@holbench/scenarios/registry';
import { KNOWN_VARIANTS, type Variant } from '@holbench/variants/registry';
import { type ReportData, select, type Selected } from '../runs/report-data.ts';
import { type Place, placeKey } from './figure.ts';

/** The cells of one variant and arm at a place. */
export interface ArmSelection {
  readonly variant: Variant;
  /** '' for the run's own factors. */
  readonly arm: string;
  readonly selected: Selected;
}

/** Variants with rows in the report of a run: the default ones, and those that it names. */
export function shownVariants({ manifest }: Pick<ReportData, 'manifest'>): readonly Variant[] {
  return KNOWN_VARIANTS.filter(
    ({ id, group }) => group === 'default' || namesIn(manifest, 'variants').includes(id),
  );
}

/** Each variant with the run's own factors, then with those of each arm that was run. */
export function selectArms(data: ReportData, place: Place): ArmSelection[] {
  return shownVariants(data).flatMap((variant) => {
    const arms = data.cells
      .filter(({ cell }) => cell.variant === variant.id && placeKey(cell) === placeKey(place))
      .map(({ cell }) => cell.arm);
    // A variant that was not run has a row that says so.
    const shown = [...new Set(arms.length === 0 ? [''] : arms)].toSorted(byArm);
    return shown.map((arm) => {
      const selected = select(data, { ...place, variant: variant.id, arm });
      return { variant, arm, selected };
    });
  });
}

/** The run's own factors first; 16k before 128k. */
function byArm(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** The same for the same variant and arm: what they are grouped by. */
export function armKey({ variant, arm }: Pick<ArmSelection, 'variant' | 'arm'>): string {
  return JSON.stringify([variant.id, arm]);
}

/** `A3 node-http2, http2-write=16k`, as text alone: `armKey` tells arms apart. */
export function headerOf({ variant, arm }: Pick<ArmSelection, 'variant' | 'arm'>): string {
  const name = `${variant.code} ${variant.id}`;
  return arm === '' ? name : `${name}, ${arm}`;
}

/** Every place that the run has cells of, or was configured to have. */
export function placesOf(data: ReportData): Place[] {
  const { networks, blocks } = data.manifest;
  return networks.flatMap(({ profile: { id: network } }) => {
    const cells = data.cells.filter(({ cell }) => cell.network === network);
    const own = blocks.filter((block) => block.networks.includes(network));
    const scenarios = [
      ...namesIn({ blocks: own }, 'scenarios'),
      ...cells.map(({ cell }) => cell.scenario),
    ];
    return inOrder(scenarios).flatMap((scenario) =>
      (['text', 'binary'] as const).flatMap((kind): Place[] => {
        const place = { network, scenario, kind };
        const ran = cells.some(({ cell }) => cell.scenario === scenario && cell.kind === kind);
        const planned =
          findScenario(scenario)?.kinds.includes(kind) && blocksAt({ blocks }, place).length > 0;
        return ran || planned ? [place] : [];
      }),
    );
  });
}
