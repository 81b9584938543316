import { type Range, notA, quantity } from '@holbench/process/quantities';
import { UserError } from '@holbench/process/user-error';
import type { Block, Blocks } from '@holbench/results/block';
import { hasConnections, hasFeature, SCENARIOS } from '@holbench/scenarios/registry';
import { GEOMETRIC_MEAN } from '@holbench/stats/average';
import { INTERVAL_SAMPLES } from '@holbench/stats/median-interval';
import type { Configuration } from '../configuration.ts';
import { plannedRunSeconds } from '../durations.ts';
import { roundKey } from '../plan.ts';
import type { PlannedCell } from '../planned-cell.ts';
import { minutes } from '../progress.ts';

/** A figure that no number of rounds makes known does not keep a run going for ever. */
export const MOST_PRECISE_ROUNDS = 40;

const SHARE: Range = { least: 0.01, most: 1 };
const BUDGET_SECONDS: Range = { least: 60, most: 7 * 86_400 };

/** "10%" → 0.1. @throws UserError */
export function parsePrecision(text: string): number {
  const share = quantity(text, { '%': 0.01 });
  if (share !== null && share >= SHARE.least && share <= SHARE.most) return share;
  throw notA('share from 1% to 100%', text, '--precision', '10%');
}

/** "20m" → 1200 seconds. @throws UserError */
export function parseBudget(text: string): number {
  const seconds = quantity(text, { s: 1, m: 60, min: 60, h: 3_600 });
  const { least, most } = BUDGET_SECONDS;
  if (seconds !== null && seconds >= least && seconds <= most) return Math.round(seconds);
  throw notA('time from 1m to 168h', text, '--budget', '20m or 2h');
}

/** @throws UserError for a stopping rule that such a run cannot have. */
export function assertStoppable(configuration: Configuration): void {
  const { blocks, shard } = configuration;
  if (!hasPrecision(configuration)) return;
  if (blocks.some(({ precision, rounds }) => precision !== null && rounds > MOST_PRECISE_ROUNDS)) {
    throw new UserError(
      `--precision: at most --rounds ${MOST_PRECISE_ROUNDS}, after which it ends in any case`,
    );
  }
  if (shard !== null) {
    throw new UserError(
      '--precision with --shard: no machine knows the figures of the others; give --rounds instead',
    );
  }
}

/** Whether rounds of a block go on until it is precise enough. */
export function hasPrecision({ blocks }: Blocks): boolean {
  return blocks.some(({ precision }) => precision !== null);
}

/** @throws UserError for `--precision` without a cell that it is about. */
export function assertPrecise(
  cells: readonly PlannedCell[],
  { precision, budget }: { readonly precision?: unknown; readonly budget?: unknown },
): void {
  const given = precision !== undefined ? '--precision' : budget !== undefined ? '--budget' : null;
  if (given === null || cells.some(({ scenario }) => hasFeature(scenario, 'bulk'))) return;
  const bulk = SCENARIOS.filter(({ features }) => features.includes('bulk')).map(({ id }) => id);
  throw new UserError(`${given} is about ${bulk.join(' and ')}: add one to --scenarios`);
}

/** Of so many rounds a figure of the block has an interval. */
export function roundsWithInterval({ scenarios, workload: { connections } }: Block): number {
  const ofConnections = connections > 0 && scenarios.some(hasConnections);
  return ofConnections ? Math.ceil(GEOMETRIC_MEAN.least / connections) : INTERVAL_SAMPLES;
}

/** @throws UserError where the budget does not hold the first round. */
export function assertBudgetHoldsRound(
  cells: readonly PlannedCell[],
  configuration: Configuration,
): void {
  const { budgetSeconds } = configuration;
  const bulk = cells.filter(({ scenario }) => hasFeature(scenario, 'bulk'));
  const keyOf = (cell: PlannedCell): string => roundKey(configuration, cell);
  const first = bulk.filter((cell) => bulk[0] && keyOf(cell) === keyOf(bulk[0]));
  const seconds = plannedRunSeconds(first, { ...configuration, budgetSeconds: null });
  if (budgetSeconds === null || seconds <= budgetSeconds) return;
  const enough = Math.ceil((1.1 * seconds) / 60);
  throw new UserError(
    `--budget ${minutes(budgetSeconds)}: one round takes about ${minutes(seconds)}; give --budget ${enough}m, or fewer --scenarios, --variants or --networks`,
  );
}

/** `about 41 min`; with a budget `at most about 20 min`; with a precision alone `about 41 min as planned`. */
export function plannedTimeText(
  seconds: number,
  configuration: Pick<Configuration, 'blocks' | 'budgetSeconds'>,
): string {
  if (configuration.budgetSeconds !== null) return `at most about ${minutes(seconds)}`;
  return `about ${minutes(seconds)}${hasPrecision(configuration) ? ' as planned' : ''}`;
}

/** When the rounds of a run end; null where their number is fixed. */
export function stoppingRule({ blocks, budgetSeconds }: Configuration): string | null {
  const goals = [...new Set(blocks.flatMap(({ precision }) => precision ?? []))];
  const budget = budgetSeconds === null ? '' : minutes(budgetSeconds);
  if (goals.length > 0) {
    const within = goals.map((goal) => Math.round(100 * goal)).join(' or ');
    const limit = budget === '' ? '' : ` and ${budget}`;
    return `rounds go on until each main figure beside a transfer is known to ± ${within} %, for at most ${MOST_PRECISE_ROUNDS} rounds${limit}`;
  }
  return budget === '' ? null : `rounds beside a transfer end within ${budget}`;
}
