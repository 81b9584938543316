import type { FinishedCell } from '@holbench/results/run-reader';
import type { Variant } from '@holbench/variants/registry';
import type { PayloadKind } from '@holbench/results/sample';
import { missingFigure } from './figure.ts';
import type { Figure, Row } from './table.ts';
import type { PublishedTable } from '../reference/published-tables.ts';
import type { ReportData, Selected } from './report-data.ts';
import { select } from './report-data.ts';
import { shownVariants } from './shown-variants.ts';

/** What the builder of one of the 18 tables is given. */
export interface TableContext {
  readonly data: ReportData;
  readonly network: string;
  readonly published: PublishedTable;
  readonly scenario: string;
  readonly kind: PayloadKind;
  /** `table-1`. */
  readonly id: string;
}

/** The cells of a table, by variant, in the order of the published columns. */
export function selectVariants({
  data,
  network,
  scenario,
  kind,
}: Pick<TableContext, 'data' | 'network' | 'scenario' | 'kind'>): {
  variant: Variant;
  selected: Selected;
}[] {
  return shownVariants(data).map((variant) => ({
    variant,
    selected: select(data, { variant: variant.id, network, scenario, kind }),
  }));
}

/** The cells of one variant and arm. */
export interface ArmSelection {
  readonly variant: Variant;
  /** '' for the run's own settings. */
  readonly arm: string;
  /** The variant's code and name, and the arm. */
  readonly header: string;
  readonly selected: Selected;
}

type ArmContext = Pick<TableContext, 'data' | 'network' | 'scenario' | 'kind'> & {
  readonly fanOut?: number | undefined;
};

/** The same with a row for every arm of a sweep, the run's own settings first. */
export function selectArms(context: ArmContext): ArmSelection[] {
  return shownVariants(context.data).flatMap((variant) => {
    const arms = armsIn(context, variant);
    // A variant that was not run has a row that says so.
    return ofArms(context, variant, arms.length === 0 ? [''] : arms);
  });
}

/** Likewise, and each variant has a row of the run's own settings: published figures stand there. */
export function selectOwnAndArms(context: ArmContext): ArmSelection[] {
  return shownVariants(context.data).flatMap((variant) =>
    ofArms(context, variant, ['', ...armsIn(context, variant)]),
  );
}

function armsIn({ data, network, scenario, kind }: ArmContext, { id }: Variant): string[] {
  return data.cells.flatMap(({ cell }) =>
    cell.variant === id &&
    cell.network === network &&
    cell.scenario === scenario &&
    cell.kind === kind
      ? [cell.arm]
      : [],
  );
}

function ofArms(
  { data, network, scenario, kind, fanOut }: ArmContext,
  variant: Variant,
  arms: readonly string[],
): ArmSelection[] {
  const name = `${variant.code} ${variant.id}`;
  return [...new Set(arms)].toSorted(byArm).map((arm) => ({
    variant,
    arm,
    header: arm === '' ? name : `${name}, ${arm}`,
    selected: select(data, { variant: variant.id, network, scenario, kind, arm, fanOut }),
  }));
}

/** The run's own settings first; 16k before 128k. */
function byArm(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** A row for each arm: its figures, or in each column why there are none. */
export function armRows(
  selections: readonly ArmSelection[],
  columns: readonly string[],
  figures: (rounds: readonly FinishedCell[], variant: Variant) => Figure[],
): Row[] {
  return selections.map(({ variant, header, selected }) => ({
    header,
    figures:
      selected.state === 'ok'
        ? figures(selected.rounds, variant)
        : columns.map(() => missingFigure(selected)),
  }));
}

const ONE_ROUND = '1 round: figures have no interval, so that no difference is shown.';

/**
 * That one round shows no difference; why figures of a table are missing or rounds left out, one line
 * per variant.
 */
export function selectionNotes(
  selections: readonly Pick<ArmSelection, 'header' | 'selected'>[],
): string[] {
  const rounds = selections.flatMap(({ selected }) =>
    selected.state === 'ok' ? [selected.rounds.length] : [],
  );
  const alone = rounds.length > 0 && rounds.every((count) => count === 1) ? [ONE_ROUND] : [];
  const missing = selections.flatMap(({ header: name, selected }) => {
    if (selected.state === 'not-run') return [];
    if (selected.state === 'ok') return selected.left.map((reason) => `${name}: ${reason}`);
    return [`${name} is ${selected.state}: ${selected.reason}`];
  });
  return [...alone, ...missing];
}
