import type { FinishedCell } from '@holbench/results/run-reader';
import { VARIANTS, type Variant } from '@holbench/variants/registry';
import type { PayloadKind } from '@holbench/results/sample';
import { missingFigure } from './figure.ts';
import type { Figure, Row } from './table.ts';
import type { PublishedTable } from '../reference/published-tables.ts';
import type { ReportData, Selected } from './report-data.ts';
import { select } from './report-data.ts';

/** What the builder of one of the 18 tables is given. */
export interface TableContext {
  readonly data: ReportData;
  readonly network: string;
  readonly published: PublishedTable;
  readonly scenario: string;
  readonly kind: PayloadKind;
  /** Anchor: `table-1`, with the network's name where a run has several. */
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
  return VARIANTS.map((variant) => ({
    variant,
    selected: select(data, { variant: variant.id, network, scenario, kind }),
  }));
}

/** The same with a row for every arm of a sweep, the run's own settings first. */
export function selectArms(
  context: Pick<TableContext, 'data' | 'network' | 'scenario' | 'kind'> & {
    readonly fanOut?: number | undefined;
  },
): { variant: Variant; header: string; selected: Selected }[] {
  const { data, network, scenario, kind, fanOut } = context;
  return VARIANTS.flatMap((variant) => {
    const arms = data.cells.flatMap(({ cell }) =>
      cell.variant === variant.id &&
      cell.network === network &&
      cell.scenario === scenario &&
      cell.kind === kind
        ? [cell.arm]
        : [],
    );
    const name = `${variant.code} ${variant.id}`;
    // A variant that was not run has a row that says so.
    return [...new Set(arms.length === 0 ? [''] : arms)].toSorted().map((arm) => ({
      variant,
      header: arm === '' ? name : `${name}, ${arm}`,
      selected: select(data, { variant: variant.id, network, scenario, kind, arm, fanOut }),
    }));
  });
}

/** A row for each arm: its figures, or in each column why there are none. */
export function armRows(
  selections: ReturnType<typeof selectArms>,
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

/** Why figures of a table are missing or rounds left out, one line per variant. */
export function selectionNotes(
  selections: readonly { variant: Variant; header?: string; selected: Selected }[],
): string[] {
  return selections.flatMap(({ variant, header, selected }) => {
    const name = header ?? `${variant.code} ${variant.id}`;
    if (selected.state === 'not-run') return [];
    if (selected.state === 'ok') return selected.left.map((reason) => `${name}: ${reason}`);
    return [`${name} is ${selected.state}: ${selected.reason}`];
  });
}
