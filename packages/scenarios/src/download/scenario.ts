import { besideBulk } from '../families/beside-bulk/scenario.ts';

export const scenario = besideBulk({
  id: 'download',
  title: 'Small messages beside a big download',
  direction: 'download',
});
