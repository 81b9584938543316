import { withBulk } from './factor.ts';
import { countFactor } from './make-factor.ts';

/** Tabs share the connections of HTTP; each has its own WebSocket. */
export const tabs = countFactor({
  key: 'tabs',
  flag: 'tabs',
  help: 'tabs of one browser with the same server, each of which listens; messages and transfer are those of the first',
  scope: 'page',
  least: 1,
  most: 64,
  default: 1,
  appliesTo: withBulk,
  examples: [5],
});
