import type { Configuration } from './configuration.ts';
import { estimateRunSeconds, estimateSeconds } from './estimate.ts';
import type { PlannedCell } from './plan.ts';
import { minutes } from './progress.ts';

/** Prints the cells in the order in which they would run, and how long they would take. */
export function printPlan(
  cells: readonly PlannedCell[],
  configuration: Configuration,
  json: boolean,
): void {
  const seconds = estimateRunSeconds(cells, configuration);
  if (json) {
    console.log(
      JSON.stringify({ configuration, estimateSeconds: Math.round(seconds), cells }, null, 2),
    );
    return;
  }
  for (const cell of cells) {
    const estimate = minutes(estimateSeconds(cell, configuration)).padStart(8);
    console.log(`${estimate}  ${cell.id}  seed ${cell.seed}`);
  }
  console.log(`${cells.length} cells, about ${minutes(seconds)}`);
}
