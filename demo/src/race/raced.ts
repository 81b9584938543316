import type { Figure } from '@holbench/reports/figures/figure';
import type { Cell } from '@holbench/results/cell';
import type { Connection } from '@holbench/results/connection';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { Sample } from '@holbench/results/sample';

/** What a lane shows: one connection of a cell; none of a cell that ended early. */
export interface Raced {
  readonly cell: Cell;
  readonly samples: readonly Sample[];
  readonly connection?: Connection;
}

/** The lanes of each race of a round: the first connections of all its cells are one, the second ones another. */
export function racesIn(cells: readonly FinishedCell[]): Raced[][] {
  const all = cells.map((each) => ({ cell: each.cell, raced: racedIn(each) }));
  const most = Math.max(...all.map(({ raced }) => raced.length));
  return Array.from({ length: most }, (_, index) =>
    // Of a cell that only ended early nothing is to be said.
    all.flatMap(
      ({ cell, raced }): Raced | Raced[] =>
        raced[index] ?? (cell.valid ? [] : [{ cell, samples: [] }]),
    ),
  );
}

/** Connections are in the order of their draws, which all cells of a round share. */
function racedIn({ cell, samples, connections = [] }: FinishedCell): Raced[] {
  const counted = samples.filter(({ warmup }) => !warmup);
  const own = Map.groupBy(counted, ({ connection }) => connection);
  // One with its transfer elsewhere has the draw of another one.
  const raced = connections.filter(({ transfer }) => transfer.phase === 'same');
  const all = raced.map((connection) => ({
    cell,
    samples: own.get(connection.connection) ?? [],
    connection,
  }));
  // One that does not count is measured again with the same draw, and so the same seed: the last one is shown.
  return [...new Map(all.map((each) => [each.connection.seed, each])).values()];
}

/** Of a server without the connection: more than the logarithm of any ratio of waits. */
const FAR = 10;

/**
 * How far the waits of a race are from the averages of their servers: the sum of |ln(wait ÷ average)|.
 * @param waits figures of all connections beside the transfer.
 * @param seed of the race's connections.
 */
export function distanceOf(waits: readonly Figure[], seed: number | undefined): number {
  return waits.reduce((sum, { value, points }) => {
    const point = points.find((each) => each.seed === seed);
    return sum + (point && value ? Math.abs(Math.log(point.low / value)) : FAR);
  }, 0);
}
