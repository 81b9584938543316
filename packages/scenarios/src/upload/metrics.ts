export { besideBulkMetrics as metrics } from '../families/beside-bulk/metrics.ts';
