import { overTcp } from './factor.ts';
import { countFactor } from './make-factor.ts';

/** Of the route to the other side, on both sides of a link. Linux has 10 (RFC 6928). */
export const initcwnd = countFactor({
  key: 'initialWindowSegments',
  flag: 'initcwnd',
  help: 'initial congestion window of TCP on both sides, in segments',
  scope: 'link',
  default: 10,
  least: 1,
  most: 1_000,
  appliesTo: overTcp,
  examples: [32],
});
