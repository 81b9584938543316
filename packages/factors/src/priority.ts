import { withBulk } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

/** RFC 9218, by the `priority` of `fetch`. What a server does with it, or does not, is what the factor shows. */
export const priority = choiceFactor({
  key: 'priority',
  flag: 'priority',
  help: 'priorities that the page asks for: none, or by-size, high for small messages and low for files',
  scope: 'page',
  names: ['none', 'by-size'],
  default: 'none',
  appliesTo: (cell) =>
    (cell.variant.protocol === 'h2' || cell.variant.protocol === 'h3') && withBulk(cell),
  examples: ['by-size'],
});
