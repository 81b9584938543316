import type { Metric, MetricTable, Round } from '../../metric.ts';
import type { CountedValue } from '../../round-statistic.ts';
import { movedUntil } from './goodput.ts';

/** Of a message that is sent as one: engines and servers take a connection for dead after so many seconds without an answer. */
const TIMERS_S = [20, 30] as const;

const TABLE: MetricTable = {
  id: 'largest',
  title: 'the largest document that can be one message, by the timer that ends a silent connection',
  rare: true,
};

/**
 * A message that is sent whole keeps all others waiting until its last byte is there. With a timer of T, no document is ever
 * received that takes longer: its answer to a heartbeat, which stands behind it, is too late, each time again.
 */
export const LARGEST_METRICS: readonly Metric[] = TIMERS_S.map((seconds) => ({
  id: `largest-${seconds}s`,
  title: `${seconds} s`,
  unit: 'MB',
  better: 'higher',
  table: TABLE,
  whereRecorded: true,
  definition: `payload bytes that arrived (upload: were acknowledged) in the first ${seconds} s of the transfer, from its request on; of transfers that last so long (--transfer-time); the geometric mean over connections`,
  estimate: { of: 'connections', value: (round) => arrivedIn(round, seconds) },
}));

function arrivedIn({ connection }: Round, seconds: number): CountedValue | null {
  const { bulk, window } = connection?.transfer ?? {};
  if (!bulk || !window || window.toMs - window.fromMs < 1_000 * seconds) return null;
  const bytes = movedUntil(bulk, window.fromMs + 1_000 * seconds);
  return bytes === 0 ? { value: null, n: 1, lacks: 'nothing moved' } : { value: bytes / 1e6, n: 1 };
}
