import { type Range, notA, quantity } from '@holbench/process/quantities';
import { UserError } from '@holbench/process/user-error';
import { REGIME_SHARE_WITHIN } from '@holbench/stats/precise-enough';
import { hasFeature, SCENARIOS } from '@holbench/scenarios/registry';
import type { Configuration } from '../configuration.ts';
import { plannedRunSeconds } from '../durations.ts';
import type { PlannedCell } from '../planned-cell.ts';
import { minutes } from '../progress.ts';

/** A figure that no number of rounds makes known does not keep a run going for ever. */
export const MOST_ROUNDS = 40;

const SHARE: Range = { least: 0.01, most: 1 };
const BUDGET_SECONDS: Range = { least: 60, most: 7 * 86_400 };

/** "10%" → 0.1. @throws UserError */
export function parseUntil(text: string): number {
  const share = quantity(text, { '%': 0.01 });
  if (share !== null && share >= SHARE.least && share <= SHARE.most) return share;
  throw notA('share from 1% to 100%', text, '--until', '10%');
}

/** "20m" → 1200 seconds. @throws UserError */
export function parseBudget(text: string): number {
  const seconds = quantity(text, { s: 1, m: 60, min: 60, h: 3_600 });
  const { least, most } = BUDGET_SECONDS;
  if (seconds !== null && seconds >= least && seconds <= most) return Math.round(seconds);
  throw notA('time from 1m to 168h', text, '--budget', '20m or 2h');
}

/** @throws UserError for a stopping rule that such a run cannot have. */
export function assertStoppable({
  preset,
  until,
  budgetSeconds,
  shard,
  scenarios,
  networks,
}: Configuration): void {
  if (preset === 'claims' && (until !== null || budgetSeconds !== null)) {
    throw new UserError('--until, --budget: not with --preset claims, whose tests need its rounds');
  }
  if (until === null) return;
  if (networks.some(({ holbRounds }) => holbRounds > MOST_ROUNDS)) {
    throw new UserError(
      `--until: at most --rounds ${MOST_ROUNDS}, after which it ends in any case`,
    );
  }
  if (shard !== null) {
    throw new UserError(
      '--until with --shard: no machine knows the figures of the others; give --rounds instead',
    );
  }
  const bulk = SCENARIOS.filter(({ features }) => features.includes('bulk')).map(({ id }) => id);
  if (bulk.some((id) => scenarios.includes(id))) return;
  throw new UserError(`--until is about ${bulk.join(' and ')}: add one to --scenarios`);
}

/** @throws UserError for `--until` without a cell that it is about. */
export function assertUntilHasCells(
  cells: readonly PlannedCell[],
  { until }: Pick<Configuration, 'until'>,
): void {
  if (until === null || cells.some(({ scenario }) => hasFeature(scenario, 'bulk'))) return;
  throw new UserError(
    '--until: no cell of this run has a transfer; choose other --kinds or --networks',
  );
}

/** @throws UserError where the budget does not hold the first round. */
export function assertBudgetHoldsRound(
  cells: readonly PlannedCell[],
  configuration: Configuration,
): void {
  const { budgetSeconds } = configuration;
  const first = cells.filter(({ round }) => round === cells[0]?.round);
  const seconds = plannedRunSeconds(first, configuration);
  if (budgetSeconds === null || seconds <= budgetSeconds) return;
  const enough = Math.ceil((1.1 * seconds) / 60);
  throw new UserError(
    `--budget ${minutes(budgetSeconds)}: one round takes about ${minutes(seconds)}; give --budget ${enough}m, or fewer --scenarios, --variants or --networks`,
  );
}

/** `about 41 min`; with a stopping rule `about 41 min as planned, at most 20 min by --budget`. */
export function plannedTimeText(
  seconds: number,
  { until, budgetSeconds }: Pick<Configuration, 'until' | 'budgetSeconds'>,
): string {
  const planned = until === null && budgetSeconds === null ? '' : ' as planned';
  const isLate = budgetSeconds !== null && budgetSeconds < seconds;
  const most = isLate ? `, at most ${minutes(budgetSeconds)} by --budget` : '';
  return `about ${minutes(seconds)}${planned}${most}`;
}

/** When a run ends, for its plan; empty without a stopping rule. */
export function stoppingRule({ until, budgetSeconds }: Configuration): string[] {
  const rule =
    until === null
      ? []
      : [
          `rounds go on until half of the interval of every deciding figure is within ${Math.round(100 * until)} % of it or within the equivalence tolerance; at most ${MOST_ROUNDS} rounds`,
          'claims beside a transfer are not tested: that takes a number of rounds that was chosen before',
          `a figure of two regimes is known when the share of the lower one is, within ${Math.round(100 * REGIME_SHARE_WITHIN)} points; a figure of lower bounds when its interval is bounds at both ends`,
        ];
  const budget =
    budgetSeconds === null
      ? []
      : [`no round begins that would not end within ${minutes(budgetSeconds)}`];
  return [...rule, ...budget];
}
