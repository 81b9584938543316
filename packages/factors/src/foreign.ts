import { withBulk } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

/** `constant` is the matched control of self: UDP packets at the goodput that self had reached. */
export const foreign = choiceFactor({
  key: 'foreignSource',
  flag: 'foreign',
  help: 'what loads the link while foreign: another transfer, or a source of constant rate, at the goodput of self',
  scope: 'page',
  names: ['transfer', 'constant'],
  default: 'transfer',
  appliesTo: withBulk,
  examples: ['constant'],
});
