import { byLabel, type Metric, type MetricTable, type Round } from './metric.ts';

/** The table of what a page made of its schedule. */
export const SCHEDULE_TABLE: MetricTable = {
  id: 'schedule',
  title: 'the schedule',
  evidence: true,
};

/** Messages that share a schedule. */
export interface Schedule {
  /** Part of ids and titles, such as "alone". */
  readonly name: string;
  readonly labels: readonly string[];
  /** Lateness in ms, in the 95th percentile, above which the report names the variant. */
  readonly latestMs: number;
}

/** For a page that does nothing else, in ms: it can be kept, and a message over `ideal` takes 2. */
export const LATEST_IDLE_MS = 1;
/** For a page that also moves files, in ms: chunks of a file keep it busy. */
export const LATEST_LOADED_MS = 25;

const DEFINITION =
  'sentAtMs − t: how much later than on the schedule the page sent a message, of all that were sent, answered or not. d counts from t, so it includes this';

/** How late messages were sent: a page's own part of their latency. None in runs that did not record it. */
export function scheduleMetrics(schedules: readonly Schedule[]): Metric[] {
  return schedules.flatMap((schedule): Metric[] => [
    ...(['p50', 'p95'] as const).map((statistic): Metric => ({
      ...metric(schedule, statistic),
      ...(statistic === 'p95' ? { noteAbove: schedule.latestMs } : {}),
      estimate: {
        of: 'operations',
        statistic,
        values: (round) => latenessMs(round, schedule),
        without: 'not recorded',
      },
    })),
    {
      ...metric(schedule, 'max'),
      estimate: {
        of: 'most',
        value: (round) => {
          const late = latenessMs(round, schedule);
          return late.length === 0 ? null : Math.max(...late);
        },
      },
    },
  ]);
}

function metric({ name }: Schedule, statistic: string) {
  return {
    id: `late-${name}-${statistic}`,
    title: `${name} lateness ${statistic}`,
    unit: 'ms',
    // Of the page and its machine, not of a server.
    better: null,
    definition: DEFINITION,
    table: SCHEDULE_TABLE,
  } as const;
}

/** In ms, of each message whose time of sending was recorded. */
function latenessMs(round: Pick<Round, 'samples'>, { labels }: Schedule): number[] {
  return labels.flatMap((label) =>
    (byLabel(round).get(label) ?? []).flatMap(({ intendedAtMs, sentAtMs }) =>
      sentAtMs === undefined ? [] : [sentAtMs - intendedAtMs],
    ),
  );
}
