import { type Blocks, workloadAt } from '@holbench/results/block';
import type { PayloadKind } from '@holbench/results/sample';
import type { FinishedCell } from '@holbench/results/run-reader';
import { parametersOf } from '@holbench/scenarios/registry';
import { PARAMETERS } from '@holbench/results/parameters';
import { formatBytes } from '../document/format.ts';

/** Parameters that only one payload kind obeys. */
const OF_KIND: Readonly<Record<string, PayloadKind>> = {
  fileBytes: 'binary',
  userFileBytes: 'binary',
  binaryBatches: 'binary',
  textBatches: 'text',
};

/** How much moved in the cells: of each workload what they obeyed. A block has values of all parameters. */
export function workloadText(run: Blocks, cells: readonly FinishedCell[]): string {
  const places = new Map(
    cells.map(({ cell }) => [[cell.network, cell.scenario, cell.kind].join('/'), cell]),
  );
  const values = Map.groupBy(
    [...places.values()].flatMap((cell) => {
      const workload = workloadAt(run, cell);
      const obeyed = parametersOf(cell.scenario);
      return obeyed
        .filter((key) => (OF_KIND[key] ?? cell.kind) === cell.kind)
        .map((key) => ({ key, value: workload[key] }));
    }),
    ({ key }) => key,
  );
  return Object.entries(PARAMETERS)
    .flatMap(([key, { about }]) => {
      const own = [...values].find(([name]) => name === key)?.[1] ?? [];
      const texts = new Set(own.map(({ value }) => text(key, value)));
      return texts.size === 0 ? [] : `${about}: ${[...texts].join(' or ')}`;
    })
    .join('; ');
}

function text(key: string, value: number | readonly number[]): string {
  const isSize = typeof value === 'number' && key.endsWith('Bytes');
  return isSize ? formatBytes(value) : [value].flat().join(', ') || 'none';
}
