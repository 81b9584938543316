import type { Driver } from '@holbench/results/operation-window';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import type { Metric, MetricTable, Round } from '../metric.ts';
import { perCell } from './window-metrics.ts';

const TABLE: MetricTable = {
  id: 'checks',
  title: 'the lab’s clients beside other load generators: loads of one CoValue',
};
const OTHERS = ['wrk', 'h2load'] as const satisfies readonly Driver[];

/** Loads per second, in the middle one of a driver's turns. */
function rateBy({ cell }: Round, driver: Driver): { value: number; n: number } | null {
  const turns = cell.windows.filter((each) => each.label === 'check' && each.driver === driver);
  const rates = turns.flatMap(({ operations, seconds }) =>
    seconds > 0 ? operations / seconds : [],
  );
  const sorted = sortSamples(rates);
  const n = turns.reduce((sum, { operations }) => sum + operations, 0);
  return sorted === null ? null : { value: median(sorted), n };
}

const rates = (['raw-clients', ...OTHERS] as const).map((driver) =>
  perCell(
    'text',
    {
      id: `check-${driver}`,
      title: driver === 'raw-clients' ? 'the lab’s' : driver,
      unit: '1/s',
      better: null,
      definition:
        'median of three turns of each program, loads of one CoValue per second by 64 clients, at the end of the cell: more than loads of all CoValues, which do not stay in the processor’s caches; h2load after a warm-up of 1 s, wrk with its handshakes in twice the time',
      table: TABLE,
    },
    (round) => rateBy(round, driver),
  ),
);

const ratios = OTHERS.map((driver) =>
  perCell(
    'text',
    {
      id: `check-ratio-${driver}`,
      title: `the lab’s ÷ ${driver}`,
      unit: 'x',
      better: null,
      definition:
        'the two medians of one cell; below 1 the lab’s clients load less than the program does from the same server',
      table: TABLE,
    },
    (round) => {
      const [own, other] = [rateBy(round, 'raw-clients'), rateBy(round, driver)];
      if (own === null || other === null) return null;
      return { value: own.value / other.value, n: own.n + other.n };
    },
  ),
);

export const checkMetrics: readonly Metric[] = [...rates, ...ratios];
