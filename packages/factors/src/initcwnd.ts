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
  // More does not fit into the first window of a receiver on Linux, 64 KiB.
  most: 44,
  appliesTo: overTcp,
  examples: [32],
});
