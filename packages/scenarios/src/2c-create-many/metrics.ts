export { batchMetrics as metrics } from '../families/batches/metrics.ts';
