import type { Metric } from '../../metric.ts';
import { LABELS } from '../../labels.ts';
import { LATEST_IDLE_MS, LATEST_LOADED_MS, scheduleMetrics } from '../../schedule-metrics.ts';
import { BROWSER_METRICS } from './browser-metrics.ts';
import { CONNECTION_METRICS } from './connection-metrics.ts';
import { HEARTBEAT_METRICS } from './heartbeat-metrics.ts';
import { LARGEST_METRICS } from './largest-metrics.ts';
import { RECOVERY_METRICS } from './recovery-metrics.ts';
import { TRAFFIC_METRICS } from './traffic-metrics.ts';
import { WAIT_METRICS } from './wait-metrics.ts';

/** Small messages of fresh connections, and where they waited; then what browser and page made of them. */
export const besideBulkMetrics: readonly Metric[] = [
  ...CONNECTION_METRICS,
  ...LARGEST_METRICS,
  ...RECOVERY_METRICS,
  ...HEARTBEAT_METRICS,
  ...TRAFFIC_METRICS,
  ...WAIT_METRICS,
  ...BROWSER_METRICS,
  // How late the messages of each phase were sent, both kinds together.
  ...scheduleMetrics(
    (['alone', 'same'] as const).map((phase) => ({
      name: phase,
      labels: [LABELS.probe(phase, 'load'), LABELS.probe(phase, 'event')],
      latestMs: phase === 'alone' ? LATEST_IDLE_MS : LATEST_LOADED_MS,
    })),
  ),
];
