import { manyAtOnce } from '../many-scenario.ts';

export const scenario = manyAtOnce({ id: '1a', title: 'Load many', operation: 'load' });
