export { besideBulkMetrics as metrics } from '../beside-bulk/metrics.ts';
