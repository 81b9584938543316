import { LABELS } from '../../labels.ts';
import { completionMetrics, latencyMetrics } from '../../latency-metrics.ts';
import { durations, type Metric, type Round } from '../../metric.ts';

/** Many users: each loads the page, then does one operation. */
export const userMetrics = (operation: 'load' | 'create'): readonly Metric[] => [
  ...latencyMetrics(
    {
      id: operation,
      title: operation,
      definition:
        'd of the one operation of each user, who has just loaded the page, from the call until the last byte of the answer. Users arrive evenly over the arrival time, each with a new context of one browser, and page loads and operations of several may overlap: not a steady state. Over the users of a round',
    },
    (round) => durations(round, LABELS[operation]),
  ),
  ...latencyMetrics(
    {
      id: 'page-load',
      title: 'page load',
      definition:
        'd from the start of the navigation until the page’s code is loaded, its transport connected and the list of CoValues known, while other users arrive, over the users of a round',
    },
    (round) => durations(round, LABELS.pageLoad),
    { detail: ['p99', 'mean', 'minimum', 'maximum'] },
  ),
  ...completionMetrics(
    'users',
    'A user that never came to its second operation has not completed',
    (round) => completedUsers(round, round.workload.users),
  ),
];

/**
 * Users, or pages, of one round, and those whose operations all succeeded.
 * @param planned users of a round; null: as many as have a sample, each with one operation.
 */
export function completedUsers(
  { samples }: Pick<Round, 'samples'>,
  planned: number | null,
): { created: number; completed: number } {
  const failed = new Set<number>();
  const seen = new Map<number, Set<string>>();
  for (const { user, label, outcome, warmup } of samples) {
    if (warmup) continue;
    seen.set(user, (seen.get(user) ?? new Set()).add(label));
    if (outcome.status !== 'ok') failed.add(user);
  }
  const isComplete = (labels: ReadonlySet<string>) =>
    planned === null || (labels.has(LABELS.pageLoad) && labels.size > 1);
  return {
    created: Math.max(seen.size, planned ?? 0),
    completed: [...seen].filter(([user, labels]) => !failed.has(user) && isComplete(labels)).length,
  };
}
