export { metrics } from '../families/memory/metrics.ts';
