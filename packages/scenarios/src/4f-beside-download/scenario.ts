import { besideBulk } from '../families/beside-bulk/scenario.ts';

export const scenario = besideBulk({
  id: '4f',
  title: 'Small messages beside a big download',
  presets: ['smoke', 'standard', 'full'],
  direction: 'download',
});
