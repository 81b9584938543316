import { besideBulk } from '../families/beside-bulk/scenario.ts';

export const scenario = besideBulk({
  id: 'upload',
  title: 'Small messages beside a big upload',
  direction: 'upload',
});
