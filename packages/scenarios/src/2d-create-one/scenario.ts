import { manyUsers } from '../families/users/scenario.ts';

export const scenario = manyUsers({ id: '2d', title: 'Create one', operation: 'create' });
