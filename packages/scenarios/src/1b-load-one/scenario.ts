import { manyUsers } from '../families/users/scenario.ts';

export const scenario = manyUsers({
  id: '1b',
  title: 'Page load, then load one',
  operation: 'load',
});
