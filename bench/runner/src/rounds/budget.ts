import { type Range, notA, quantity } from '@holbench/process/quantities';
import { UserError } from '@holbench/process/user-error';
import type { Block } from '@holbench/results/block';
import { hasConnections, hasFeature, SCENARIOS } from '@holbench/scenarios/registry';
import { GEOMETRIC_MEAN } from '@holbench/stats/average';
import { INTERVAL_SAMPLES } from '@holbench/stats/median-interval';
import type { Configuration } from '../configuration.ts';
import { plannedRunSeconds } from '../durations.ts';
import { roundKey } from '../plan.ts';
import type { PlannedCell } from '../planned-cell.ts';
import { minutes } from '../progress.ts';

const BUDGET_SECONDS: Range = { least: 60, most: 7 * 86_400 };

/** "20m" → 1200 seconds. @throws UserError */
export function parseBudget(text: string): number {
  const seconds = quantity(text, { s: 1, m: 60, min: 60, h: 3_600 });
  const { least, most } = BUDGET_SECONDS;
  if (seconds !== null && seconds >= least && seconds <= most) return Math.round(seconds);
  throw notA('time from 1m to 168h', text, '--budget', '20m or 2h');
}

/** @throws UserError for `--budget` without a cell that it is about, and where it does not hold the first round. */
export function assertBudgetHoldsRound(
  cells: readonly PlannedCell[],
  configuration: Configuration,
  isGiven: boolean,
): void {
  const { budgetSeconds } = configuration;
  const bulk = cells.filter(({ scenario }) => hasFeature(scenario, 'bulk'));
  if (bulk.length === 0 && isGiven) {
    const about = SCENARIOS.flatMap(({ id, features }) => (features.includes('bulk') ? id : []));
    throw new UserError(`--budget is about ${about.join(' and ')}: add one to --scenarios`);
  }
  const keyOf = (cell: PlannedCell): string => roundKey(configuration, cell);
  const first = bulk.filter((cell) => bulk[0] && keyOf(cell) === keyOf(bulk[0]));
  const seconds = plannedRunSeconds(first, { ...configuration, budgetSeconds: null });
  if (budgetSeconds === null || seconds <= budgetSeconds) return;
  const enough = Math.ceil((1.1 * seconds) / 60);
  throw new UserError(
    `--budget ${minutes(budgetSeconds)}: one round takes about ${minutes(seconds)}; give --budget ${enough}m, or fewer --scenarios, --variants or --networks`,
  );
}

/** Of so many rounds a figure of the block has an interval. */
export function roundsWithInterval({ scenarios, workload: { connections } }: Block): number {
  const ofConnections = connections > 0 && scenarios.some(hasConnections);
  return ofConnections ? Math.ceil(GEOMETRIC_MEAN.least / connections) : INTERVAL_SAMPLES;
}

/** `about 41 min`; with a budget `at most about 20 min`. */
export function plannedTimeText(
  seconds: number,
  { budgetSeconds }: Pick<Configuration, 'budgetSeconds'>,
): string {
  return `${budgetSeconds === null ? '' : 'at most '}about ${minutes(seconds)}`;
}

/** When the rounds of a run end; null where their number is fixed. */
export function budgetText({ budgetSeconds }: Configuration): string | null {
  return budgetSeconds === null
    ? null
    : `rounds beside a transfer end within ${minutes(budgetSeconds)}`;
}
