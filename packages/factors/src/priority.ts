import { withBulk } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

/** RFC 9218, by the `priority` of `fetch`: Chromium asks for `u=1, i` by itself, for files and messages alike. */
export const priority = choiceFactor({
  key: 'priority',
  flag: 'priority',
  help: 'priority that the page asks for where it moves files: the browser’s, as for messages, or files-low',
  scope: 'page',
  names: ['browser', 'files-low'],
  default: 'browser',
  appliesTo: (cell) =>
    (cell.variant.protocol === 'h2' || cell.variant.protocol === 'h3') && withBulk(cell),
  examples: ['files-low'],
});
