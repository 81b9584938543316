import { manyUsers } from '../families/users/scenario.ts';

export const scenario = manyUsers({
  id: '2d',
  title: 'Page load, then create one',
  operation: 'create',
});
