import type { Estimate, Metric, Round } from './metric.ts';
import type { Statistic } from './round-statistic.ts';

type Values = Extract<Estimate, { of: 'operations' }>['values'];

const STATISTICS: Readonly<Record<Statistic, string>> = {
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
  mean: 'mean',
  minimum: 'min',
  maximum: 'max',
};

/** A latency by its statistics, in ms: percentiles in the tables, mean and extremes in exports. */
export function latencyMetrics(
  { id, title, definition }: Pick<Metric, 'id' | 'title' | 'definition'>,
  values: Values,
  { detail = ['mean', 'minimum', 'maximum'] }: { readonly detail?: readonly Statistic[] } = {},
): Metric[] {
  return (['p50', 'p95', 'p99', 'mean', 'minimum', 'maximum'] as const).map(
    (statistic): Metric => ({
      id: `${id}-${STATISTICS[statistic]}`,
      title: `${title} ${STATISTICS[statistic]}`,
      unit: 'ms',
      // An extreme is one operation, and grows with their number.
      better: statistic === 'minimum' || statistic === 'maximum' ? null : 'lower',
      definition,
      ...(detail.includes(statistic) ? { detail: true as const } : {}),
      estimate: { of: 'operations', statistic, values },
    }),
  );
}

/** How many users, or sessions, did everything that they were to do. */
export function completionMetrics(
  who: 'users' | 'sessions',
  definition: string,
  count: (round: Round) => { readonly created: number; readonly completed: number },
): Metric[] {
  const made = (name: string, of: (counts: ReturnType<typeof count>) => number): Metric => ({
    id: `${who}-${name}`,
    title: `${who} ${name}`,
    unit: 'count',
    better: null,
    definition: `${who} of all rounds; those whose operations all succeeded; the others. ${definition}`,
    detail: true,
    estimate: { of: 'sum', value: (round) => of(count(round)) },
  });
  return [
    made('created', ({ created }) => created),
    made('completed', ({ completed }) => completed),
    made('failed', ({ created, completed }) => created - completed),
  ];
}
