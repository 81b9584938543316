import { manyAtOnce } from '../families/batches/scenario.ts';

export const scenario = manyAtOnce({ id: '1a', title: 'Load many', operation: 'load' });
