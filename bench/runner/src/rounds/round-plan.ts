import type { Cell } from '@holbench/results/cell';
import { hasFeature } from '@holbench/scenarios/registry';
import type { Configuration } from '../configuration.ts';
import { type FinishedPlan, plannedShares, secondsLeft, timedCells } from '../durations.ts';
import type { PlannedCell } from '../planned-cell.ts';
import { planCells, roundKey } from '../plan.ts';
import { minutes } from '../progress.ts';

/** What to run next. */
interface NextRound {
  /** Those without a line, in their order; none at the end of the run. */
  readonly cells: readonly PlannedCell[];
  /** Why no more rounds with a transfer follow; null where one does, and where that is as planned. */
  readonly note: string | null;
}

/** Cells that run together: those of a round with a transfer, or without one; with a budget, of one place, and of servers with or without settings. */
interface Round {
  readonly isBulk: boolean;
  readonly cells: readonly PlannedCell[];
}

/**
 * The rounds of a run: first those with a transfer, then the rest. With `--budget` none of the first begins that would not
 * end in time. That follows from the finished cells, so a resumed run decides the same.
 */
export class RoundPlan {
  readonly #configuration: Configuration;
  readonly #rounds: readonly Round[];
  /** By their ids. A shard may have no cell in a round, so the number of a round is not its position. */
  readonly #planned: ReadonlyMap<string, PlannedCell>;
  readonly #done = new Set<string>();
  readonly #finished: FinishedPlan[] = [];
  readonly #shares: ReadonlyMap<PlannedCell, number>;
  readonly #usedSeconds: number;
  readonly #begun: PlannedCell[] = [];
  /** When the current round began. */
  #elapsedSeconds = 0;
  /** Position of the next one. */
  #next = 0;
  /** Rounds with a transfer that have begun. */
  #bulkRounds = 0;

  /** @param done cells that a resumed run has already. */
  constructor(configuration: Configuration, done: readonly Cell[] = []) {
    this.#configuration = configuration;
    const cells = planCells(configuration);
    this.#rounds = roundsOf(cells, configuration);
    this.#planned = new Map(cells.map((cell) => [cell.id, cell]));
    this.#shares = plannedShares(cells, configuration.jobs);
    for (const cell of done) this.finish(cell);
    this.#usedSeconds = timedCells(this.#finished).reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** Takes a cell into account that has ended. */
  finish(cell: Cell): void {
    this.#done.add(cell.cell);
    const planned = this.#planned.get(cell.cell);
    if (planned) this.#finished.push({ planned, cell });
  }

  /** Begins the next round. @param elapsedSeconds since the run began or was resumed. */
  next(elapsedSeconds: number): NextRound {
    this.#elapsedSeconds = elapsedSeconds;
    let note: string | null = null;
    for (;;) {
      const round = this.#rounds[this.#next];
      if (!round) return { cells: [], note };
      const left = round.cells.filter(({ id }) => !this.#done.has(id));
      const isBegun = left.length < round.cells.length;
      const late = round.isBulk && !isBegun ? this.#late(left, elapsedSeconds) : null;
      if (late !== null) {
        note = late;
        this.#endBulk();
        continue;
      }
      this.#next += 1;
      if (round.isBulk) this.#bulkRounds += 1;
      this.#begun.push(...round.cells);
      if (left.length > 0) return { cells: left, note };
    }
  }

  /** Goes on with what has no transfer. */
  #endBulk(): void {
    const rest = this.#rounds.findIndex(({ isBulk }, index) => index >= this.#next && !isBulk);
    this.#next = rest === -1 ? this.#rounds.length : rest;
  }

  /** Cells that the run has, or will have if it ends as planned. */
  get plannedCells(): number {
    return this.#begun.length + this.#later.length;
  }

  /** Cells that the run has if no budget ends it. */
  get mostCells(): number {
    return this.#planned.size;
  }

  /** Cells that are still to run if the run ends as planned. */
  get remaining(): PlannedCell[] {
    return [...this.#begun, ...this.#later].filter(({ id }) => !this.#done.has(id));
  }

  /** As far as the budget holds them. */
  get #later(): PlannedCell[] {
    const current = this.#begun.filter(
      ({ id, scenario }) => hasFeature(scenario, 'bulk') && !this.#done.has(id),
    );
    let leftSeconds = this.#budgetLeft(this.#elapsedSeconds) - this.#secondsOf(current);
    return this.#rounds.slice(this.#next).flatMap(({ isBulk, cells }) => {
      if (isBulk) leftSeconds -= this.#secondsOf(cells);
      return isBulk && leftSeconds < 0 ? [] : cells;
    });
  }

  /** Why the budget does not hold a round. The first one was found to fit before the run. */
  #late(cells: readonly PlannedCell[], elapsedSeconds: number): string | null {
    if (this.#bulkRounds === 0) return null;
    const [seconds, left] = [this.#secondsOf(cells), this.#budgetLeft(elapsedSeconds)];
    if (seconds <= left) return null;
    const places = cells.map(({ scenario, network }) => `${scenario} over ${network.profile.id}`);
    const next = [...new Set(places)].join(', ');
    return `time limit (--budget): ended after ${roundsText(this.#bulkRounds)}; ${minutes(left)} left, and the next one (${next}) takes about ${minutes(seconds)}`;
  }

  #budgetLeft(elapsedSeconds: number): number {
    const { budgetSeconds } = this.#configuration;
    if (budgetSeconds === null) return Infinity;
    return Math.max(0, budgetSeconds - this.#usedSeconds - elapsedSeconds);
  }

  #secondsOf(cells: readonly PlannedCell[]): number {
    const plan = (cell: PlannedCell): number => this.#shares.get(cell) ?? 0;
    return secondsLeft(cells, timedCells(this.#finished), plan);
  }
}

/** `1 round`, `8 rounds`. */
function roundsText(count: number): string {
  return `${count} ${count === 1 ? 'round' : 'rounds'}`;
}

function roundsOf(cells: readonly PlannedCell[], configuration: Configuration): Round[] {
  const groups = Map.groupBy(cells, (cell) => roundKey(configuration, cell));
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ scenario }) => ({
      isBulk: hasFeature(scenario, 'bulk'),
      cells: own,
    })),
  );
}
