import { ProbePhase } from '@holbench/results/sample';
import { LABELS } from '../../labels.ts';
import { LATEST_IDLE_MS, LATEST_LOADED_MS, scheduleMetrics } from '../../schedule-metrics.ts';

/** How late the small messages of each phase were sent, both kinds together. */
export const LATENESS_METRICS = scheduleMetrics(
  ProbePhase.options.map((phase) => ({
    name: phase,
    labels: [LABELS.probe(phase, 'load'), LABELS.probe(phase, 'event')],
    latestMs: phase === 'idle' ? LATEST_IDLE_MS : LATEST_LOADED_MS,
  })),
);
