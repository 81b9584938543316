import { userMetrics } from '../families/users/metrics.ts';

export const metrics = userMetrics('create');
