import { userMetrics } from '../user-metrics.ts';

export const metrics = userMetrics('load');
