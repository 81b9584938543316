export { metrics } from '../families/memory/memory.ts';
