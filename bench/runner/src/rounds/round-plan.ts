import { blocksAt } from '@holbench/results/block';
import type { Cell } from '@holbench/results/cell';
import type { FinishedCell } from '@holbench/results/run-reader';
import type { RunNetwork } from '@holbench/results/run-network';
import { hasFeature } from '@holbench/scenarios/registry';
import type { Configuration } from '../configuration.ts';
import { type FinishedPlan, plannedShares, secondsLeft, timedCells } from '../durations.ts';
import type { PlannedCell } from '../planned-cell.ts';
import { planCells, roundKey } from '../plan.ts';
import { minutes } from '../progress.ts';
import { DecidingFigures, type JudgedFigure } from './deciding-figures.ts';
import { hasPrecision, MOST_PRECISE_ROUNDS } from './stopping-rule.ts';

/** What to run next. */
interface NextRound {
  /** Those without a line, in their order; none at the end of the run. */
  readonly cells: readonly PlannedCell[];
  /** What is not precise enough yet, and how long that takes: a line for each scenario and network. */
  readonly open: readonly string[];
  /** Why no more rounds with a transfer follow; null where one does, and where that is as planned. */
  readonly note: string | null;
}

/** Cells that run together: those of a round with a transfer, or without one; with a budget alone, of one place, and of servers with or without settings. */
interface Round {
  readonly isBulk: boolean;
  readonly cells: readonly PlannedCell[];
}

/**
 * The rounds of a run: first those with a transfer, then the rest. With a precision, the first go on over each network
 * until its deciding figures are precise enough, be it before or after the planned ones. With `--budget` none of
 * them begins that would not end in time. All of this follows from the finished cells, so a resumed run decides the
 * same.
 */
export class RoundPlan {
  readonly #configuration: Configuration;
  readonly #figures: DecidingFigures;
  /** Rounds that the run may have. */
  readonly #rounds: readonly Round[];
  /** Ids of the cells that it has without a stopping rule. */
  readonly #asPlanned: ReadonlySet<string>;
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

  private constructor(
    configuration: Configuration,
    figures: DecidingFigures,
    done: readonly FinishedCell[],
  ) {
    this.#configuration = configuration;
    this.#figures = figures;
    const cells = planCells(endless(configuration));
    this.#rounds = roundsOf(cells, configuration);
    this.#asPlanned = new Set(planCells(configuration).map(({ id }) => id));
    this.#planned = new Map(cells.map((cell) => [cell.id, cell]));
    this.#shares = plannedShares(cells, configuration.jobs);
    for (const each of done) this.finish(each);
    this.#usedSeconds = timedCells(this.#finished).reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** @param done cells that a resumed run has already. */
  static of(
    configuration: Configuration,
    networks: readonly RunNetwork[],
    done: readonly FinishedCell[] = [],
  ): RoundPlan {
    return new RoundPlan(configuration, new DecidingFigures(networks, configuration), done);
  }

  /** Takes a cell into account that has ended. */
  finish(finished: FinishedCell): void {
    const { cell } = finished;
    this.#done.add(cell.cell);
    if (this.#decides(cell)) this.#figures.add(finished);
    const planned = this.#planned.get(cell.cell);
    if (planned) this.#finished.push({ planned, cell });
  }

  /** Settings of a preset come along; those that an option sweeps are asked about (docs/decisions/0025). */
  #decides(cell: Cell): boolean {
    const own = blocksAt(this.#configuration, cell).filter(
      ({ variants, precision }) => variants.includes(cell.variant) && precision !== null,
    );
    return (
      cell.arm === '' ||
      own.some(({ settings }) => settings.some(({ values }) => values.length > 1))
    );
  }

  /** Begins the next round. @param elapsedSeconds since the run began or was resumed. */
  next(elapsedSeconds: number): NextRound {
    this.#elapsedSeconds = elapsedSeconds;
    const notes: string[] = [];
    for (;;) {
      const round = this.#rounds[this.#next];
      const isFirstOfRest = this.#rounds[this.#next - 1]?.isBulk === true && !round?.isBulk;
      const judged = round?.isBulk || isFirstOfRest ? this.#judged() : null;
      const open = this.#openLines(judged, round?.isBulk === true ? elapsedSeconds : null);
      const known = open.length === 0 ? this.#knownText(judged) : null;
      if (!round) return { cells: [], open, note: noteOf([...notes, known]) };
      const cells = round.cells.filter((cell) => this.#isAskedFor(cell, judged));
      const left = cells.filter(({ id }) => !this.#done.has(id));
      const late =
        round.isBulk && left.length === cells.length ? this.#late(left, elapsedSeconds) : null;
      if (cells.length === 0 || late !== null) {
        notes.push(...[known, late].filter((line) => line !== null));
        this.#endBulk();
        continue;
      }
      this.#next += 1;
      if (round.isBulk) this.#bulkRounds += 1;
      this.#begun.push(...cells);
      if (left.length > 0) return { cells: left, open, note: noteOf(notes) };
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

  /** Cells that the run has if no stopping rule ends it. */
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
      const planned = cells.filter(({ id }) => this.#asPlanned.has(id));
      if (isBulk) leftSeconds -= this.#secondsOf(planned);
      return isBulk && leftSeconds < 0 ? [] : planned;
    });
  }

  /** Null without a precision, and before the first round. */
  #judged(): JudgedFigure[] | null {
    return this.#bulkRounds === 0 || !hasPrecision(this.#configuration)
      ? null
      : this.#figures.judged(this.#bulkRounds);
  }

  /**
   * `download over reference-4g: node-ws same p50 ± 31 %, goal ± 20 %; about 6 min more`.
   * @param elapsedSeconds null: no round with a transfer follows.
   */
  #openLines(judged: readonly JudgedFigure[] | null, elapsedSeconds: number | null): string[] {
    if (judged?.length === 0) {
      return [`no deciding figure after ${roundsText(this.#bulkRounds)}: no cell counts`];
    }
    const open = (judged ?? []).filter(({ precision }) => precision === 'open');
    const places = Map.groupBy(open, ({ scenario, network }) => `${scenario} over ${network}`);
    return [...places].map(([place, figures]) => {
      const [widest] = figures.toSorted((a, b) => (b.excess ?? Infinity) - (a.excess ?? Infinity));
      const rounds = this.#bulkRounds;
      const [fewest] = figures.flatMap(({ few }) => few ?? []);
      const what = fewest?.text ?? `${widest?.text}, goal ${widest?.goal}`;
      // An interval narrows with the square root of the number of rounds.
      const excess = widest?.excess ?? null;
      const all = fewest?.rounds ?? (excess && Math.ceil(rounds * excess ** 2));
      if (all === null) return `${place}: ${what}`;
      const seconds = Math.max(1, all - rounds) * this.#roundSeconds(widest);
      const limit = elapsedSeconds === null ? '' : this.#limitBefore(all, seconds, elapsedSeconds);
      const takes = elapsedSeconds === null || limit !== '' ? 'would take' : 'takes';
      return `${place}: ${what}; ${takes} about ${minutes(seconds)} more${limit}`;
    });
  }

  /** Expected duration of one more round at the place of a figure, in seconds. */
  #roundSeconds(figure: Pick<JudgedFigure, 'network' | 'scenario'> | undefined): number {
    const own = (this.#rounds[0]?.cells ?? []).filter(
      ({ network, scenario }) =>
        network.profile.id === figure?.network && scenario === figure.scenario,
    );
    return this.#secondsOf(own);
  }

  /** What ends the rounds before so many have run; '' for nothing. */
  #limitBefore(rounds: number, seconds: number, elapsedSeconds: number): string {
    const left = this.#budgetLeft(elapsedSeconds);
    if (seconds > left) return `; the time limit ends it in ${minutes(left)} (--budget)`;
    if (rounds <= MOST_PRECISE_ROUNDS) return '';
    return `; it ends after ${MOST_PRECISE_ROUNDS} rounds`;
  }

  /** Null without a precision, and where something is open. */
  #knownText(judged: readonly JudgedFigure[] | null): string | null {
    if (judged === null) return null;
    const rounds = roundsText(this.#bulkRounds);
    const others = judged.filter(({ precision }) => precision !== 'narrow');
    const wide = others.map(({ text }) => text).join(', ');
    return `precise enough after ${rounds}${wide === '' ? '' : `; not by an interval: ${wide}`}`;
  }

  /** Whether a cell is in the next round, by what is open. Without any valid cell the planned rounds are. */
  #isAskedFor(cell: PlannedCell, judged: readonly JudgedFigure[] | null): boolean {
    const { id, scenario, network } = cell;
    if (judged === null || !hasFeature(scenario, 'bulk')) return true;
    const over = judged.filter(
      (figure) => figure.network === network.profile.id && figure.scenario === scenario,
    );
    if (over.length === 0) return this.#asPlanned.has(id);
    return over.some(({ precision }) => precision === 'open');
  }

  /** Why the budget does not hold a round. The first one was found to fit before the run. */
  #late(cells: readonly PlannedCell[], elapsedSeconds: number): string | null {
    if (this.#bulkRounds === 0 || cells.length === 0) return null;
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

function noteOf(notes: readonly (string | null)[]): string | null {
  const lines = [...new Set(notes.filter((line) => line !== null))];
  return lines.length === 0 ? null : lines.join('\n');
}

/** The same with as many rounds of what has a precision as a run may have. */
export function endless(configuration: Configuration): Configuration {
  const blocks = configuration.blocks.map((block) =>
    block.precision === null ? block : { ...block, rounds: MOST_PRECISE_ROUNDS },
  );
  return { ...configuration, blocks };
}
