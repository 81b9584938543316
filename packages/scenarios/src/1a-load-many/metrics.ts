export { batchMetrics as metrics } from '../batch-metrics.ts';
