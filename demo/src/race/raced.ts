import type { Figure } from '@holbench/reports/figures/figure';
import type { Cell, CellPhase } from '@holbench/results/cell';
import type { Connection } from '@holbench/results/connection';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { Sample } from '@holbench/results/sample';
import { ALONE_MS } from './race.ts';

/** On the clock of `intendedAtMs`; its end is outside. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a lane shows: a cell with phases, or one connection of a cell. */
export interface Raced {
  readonly cell: Cell;
  readonly samples: readonly Sample[];
  readonly connection?: Connection;
  readonly transfer?: CellPhase | undefined;
  /** When its messages are shown, by phase: on a connection from the request of the transfer on, else from its first bytes. */
  readonly spans: Readonly<Partial<Record<'alone' | 'same', Span | undefined>>>;
}

/** The lanes of each race of a round: the first connections of all its cells are one, the second ones another. */
export function racesIn(cells: readonly FinishedCell[]): Raced[][] {
  const all = cells.map((each) => ({ cell: each.cell, raced: racedIn(each) }));
  const most = Math.max(...all.map(({ raced }) => raced.length));
  return Array.from({ length: most }, (_, index) =>
    // Of a cell that only ended early nothing is to be said.
    all.flatMap(
      ({ cell, raced }): Raced | Raced[] =>
        raced[index] ?? (cell.valid ? [] : [{ cell, samples: [], spans: {} }]),
    ),
  );
}

/** Connections are in the order of their draws, which all cells of a round share. */
function racedIn({ cell, samples, connections = [] }: FinishedCell): Raced[] {
  if (connections.length === 0) return [ofPhases(cell, samples)];
  const counted = samples.filter(({ warmup }) => !warmup);
  const own = Map.groupBy(counted, ({ connection }) => connection);
  const all = connections.map((each) => ofConnection(cell, own.get(each.connection) ?? [], each));
  // One that does not count is measured again with the same draw, and so the same seed: the last one is shown.
  return [...new Map(all.map((each) => [each.connection?.seed, each])).values()];
}

function ofPhases(cell: Cell, samples: readonly Sample[]): Raced {
  const phaseOf = (name: CellPhase['phase']) => cell.phases.find(({ phase }) => phase === name);
  const [alone, transfer] = [phaseOf('alone')?.window, phaseOf('same')];
  const { window, bulk } = transfer ?? {};
  const spans = {
    alone: alone && { fromMs: alone.fromMs, toMs: alone.fromMs + ALONE_MS },
    same: window && bulk ? { fromMs: bulk.beganAtMs, toMs: window.toMs } : undefined,
  };
  return { cell, samples, transfer, spans };
}

function ofConnection(cell: Cell, samples: readonly Sample[], connection: Connection): Raced {
  const { transfer } = connection;
  const { window } = transfer;
  // Its messages alone have no window.
  const fromMs = Math.min(...samples.map(({ intendedAtMs }) => intendedAtMs));
  const spans = { alone: window && { fromMs, toMs: window.fromMs }, same: window };
  return { cell, samples, connection, transfer, spans };
}

/** Of a server without the connection: more than the logarithm of any ratio of waits. */
const FAR = 10;

/**
 * How far the waits of a race are from the averages of their servers: the sum of |ln(wait ÷ average)|.
 * @param waits figures of all connections beside the transfer.
 * @param seed of the race's connections; undefined: it has none, and is as far as any other.
 */
export function distanceOf(waits: readonly Figure[], seed: number | undefined): number {
  return waits.reduce((sum, { value, points }) => {
    const point = points.find((each) => each.seed === seed);
    return sum + (point && value ? Math.abs(Math.log(point.low / value)) : FAR);
  }, 0);
}
