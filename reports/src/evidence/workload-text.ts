import type { PayloadKind } from '@holbench/results/sample';
import type { FinishedCell } from '@holbench/results/run-reader';
import { findScenario } from '@holbench/scenarios/registry';
import { PARAMETERS } from '@holbench/results/parameters';
import { formatBytes } from '../document/format.ts';

/** Parameters that only one payload kind obeys. */
const OF_KIND: Readonly<Record<string, PayloadKind>> = {
  fileBytes: 'binary',
  userFileBytes: 'binary',
  binaryBatches: 'binary',
  textBatches: 'text',
};

/** Of the values those that a cell obeyed: a run stores numbers of scenarios that it never ran. */
export function workloadText(
  values: { readonly [Key in keyof typeof PARAMETERS]?: number | readonly number[] },
  cells: readonly FinishedCell[],
): string {
  const obeyed = new Set<string>(
    cells.flatMap(({ cell: { scenario, kind } }) =>
      (findScenario(scenario)?.parameters ?? []).filter((key) => (OF_KIND[key] ?? kind) === kind),
    ),
  );
  const given = new Map(Object.entries(values));
  return Object.entries(PARAMETERS)
    .flatMap(([key, { about }]) => {
      const value = given.get(key);
      if (value === undefined || !obeyed.has(key)) return [];
      const isSize = typeof value === 'number' && key.endsWith('Bytes');
      return `${about}: ${isSize ? formatBytes(value) : [value].flat().join(', ')}`;
    })
    .join('; ');
}
