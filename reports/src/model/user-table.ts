import type { FinishedCell } from '@holbench/results/run-reader';
import { scenarioOf } from '@holbench/scenarios/registry';
import { LABELS } from '@holbench/scenarios/labels';
import { plainFigure } from './figure.ts';
import { latencies } from './latencies.ts';
import { LATENCY_COLUMNS, latencyFigures } from './latency-figures.ts';
import { differences } from './published.ts';
import type { TableContext } from './published-table.ts';
import { serverTable } from './server-table.ts';
import type { Figure, Table } from './table.ts';

export const USER_COLUMNS = ['vusers created', 'vusers completed', 'vusers failed'] as const;

/**
 * Tables 5–12, 13 and 16: latency of one operation over all users of all rounds, in ms.
 *
 * @param label operation of a user, as in `Sample.label`.
 */
export function userTable(context: TableContext, label: string): Table {
  const { data, kind, scenario } = context;
  const alone = !scenarioOf(scenario).parameters.includes('users');
  return serverTable(context, {
    columns: [...USER_COLUMNS, ...LATENCY_COLUMNS],
    figures: (rounds) => {
      const cell = rounds[0]?.cell.cell ?? null;
      const perRound = rounds.map(({ samples }) => latencies(samples, label));
      return [
        ...userFigures(rounds, alone ? 0 : data.manifest.config.users, cell),
        ...latencyFigures(perRound, cell),
      ];
    },
    // A session's page loads before its session, so neither its files nor its mutations matter here.
    notComparable: alone ? [] : differences(context, { kind, users: true }),
    note: alone
      ? 'From navigation start to the page being ready, over the producer’s and the subscribers’ pages of all rounds (published: one page). Percentiles are over all pages; minimum, maximum and mean over those that loaded.'
      : 'Users of all rounds together. A user is completed when all its operations succeeded. Percentiles are over all users, a failed one counting as slower than any other; minimum, maximum and mean are over those that succeeded.',
  });
}

function userFigures(
  rounds: readonly FinishedCell[],
  expectedPerRound: number,
  cell: string | null,
): Figure[] {
  let created = 0;
  let completed = 0;
  for (const { samples } of rounds) {
    const failed = new Set<number>();
    const seen = new Map<number, Set<string>>();
    for (const { user, label, outcome, warmup } of samples) {
      if (warmup) continue;
      seen.set(user, (seen.get(user) ?? new Set()).add(label));
      if (outcome.status !== 'ok') failed.add(user);
    }
    // A user that never came to its second operation has no sample of it.
    const loaded = (labels: ReadonlySet<string>) =>
      expectedPerRound === 0 || (labels.has(LABELS.pageLoad) && labels.size > 1);
    created += Math.max(seen.size, expectedPerRound);
    completed += [...seen].filter(([user, labels]) => !failed.has(user) && loaded(labels)).length;
  }
  return [created, completed, created - completed].map((count) => plainFigure(count, cell));
}
