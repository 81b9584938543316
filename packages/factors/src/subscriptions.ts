import { withBulk } from './factor.ts';
import { countFactor } from './make-factor.ts';

/** Over HTTP each is a stream of events, or a poll, of its own: a browser has six connections of HTTP/1.1, and 100 streams of HTTP/2. */
export const subscriptions = countFactor({
  key: 'subscriptions',
  flag: 'subscriptions',
  help: 'CoValues to which each tab subscribes',
  scope: 'page',
  least: 1,
  most: 200,
  default: 1,
  appliesTo: (cell) => withBulk(cell) && !cell.variant.capabilities.includes('no-events'),
  examples: [100],
});
