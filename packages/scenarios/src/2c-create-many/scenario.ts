import { manyAtOnce } from '../families/batches/scenario.ts';

export const scenario = manyAtOnce({ id: '2c', title: 'Create many', operation: 'create' });
