import type { PlannedCell } from './plan.ts';

/** A cell of this run that is over, and what it took in seconds. */
export interface TimedCell {
  readonly planned: PlannedCell;
  readonly seconds: number;
}

/**
 * How long the rest of a run takes, in seconds, by what its cells have taken so far. A cell takes
 * what the same cell took in earlier rounds; else what the same scenario took over this network for
 * other variants; else what the model says, corrected by how it has done for all that is over.
 * @param model expected duration of a cell in seconds, before anything was measured.
 */
export function secondsLeft(
  remaining: readonly PlannedCell[],
  finished: readonly TimedCell[],
  model: (planned: PlannedCell) => number,
): number {
  const bySame = meansBy(finished, sameCell);
  // Variants that cannot run here end at once: they say nothing of the others.
  const run = finished.filter(({ seconds }) => seconds > 0);
  const byGroup = meansBy(run, groupOf);
  const modelled = sum(run.map(({ planned }) => model(planned)));
  const pace = modelled > 0 ? sum(run.map(({ seconds }) => seconds)) / modelled : 1;
  return sum(
    remaining.map(
      (planned) =>
        bySame.get(sameCell(planned)) ?? byGroup.get(groupOf(planned)) ?? model(planned) * pace,
    ),
  );
}

/** Its id without the round. */
function sameCell({ id }: PlannedCell): string {
  return id.slice(0, id.lastIndexOf('/'));
}

/** The same without the variant. */
function groupOf(planned: PlannedCell): string {
  return sameCell(planned).replace(`/${planned.variant}/`, '/');
}

function meansBy(
  cells: readonly TimedCell[],
  keyOf: (planned: PlannedCell) => string,
): Map<string, number> {
  const groups = Map.groupBy(cells, ({ planned }) => keyOf(planned));
  return new Map(
    [...groups].map(([key, group]) => [
      key,
      sum(group.map(({ seconds }) => seconds)) / group.length,
    ]),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
