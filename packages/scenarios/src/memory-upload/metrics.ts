export { metrics } from '../memory/memory.ts';
