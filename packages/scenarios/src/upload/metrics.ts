import { besideBulkMetrics } from '../families/beside-bulk/metrics.ts';
import { losesAtARate } from '../families/beside-bulk/transfer-metrics.ts';

/** Losses limit an upload, too, but by the browser's congestion control: no prediction of ours. */
export const metrics = besideBulkMetrics.filter(({ appliesTo }) => appliesTo !== losesAtARate);
