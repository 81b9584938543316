export { drive } from '../families/batches/drive.ts';
