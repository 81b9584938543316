import { besideBulk } from '../families/beside-bulk/scenario.ts';

export const scenario = besideBulk({
  id: 'download',
  title: 'Small messages beside a big download',
  presets: ['quick', 'smoke', 'standard', 'full'],
  direction: 'download',
});
