import { withBulk } from './factor.ts';
import { countFactor } from './make-factor.ts';

export const bulk = countFactor({
  key: 'bulkStreams',
  flag: 'bulk',
  help: 'number of files that the bulk transfers side by side',
  scope: 'page',
  least: 1,
  most: 10,
  default: 1,
  appliesTo: withBulk,
  examples: [6],
});
