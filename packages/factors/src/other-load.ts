import { withBulk } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

/** `constant` is a matched control of `same`: UDP packets at the goodput that its transfer had reached. */
export const otherLoad = choiceFactor({
  key: 'otherSource',
  flag: 'other-load',
  help: 'what loads the link while the transfer is on another connection: a transfer, or a source of constant rate, at the goodput of the same connection',
  scope: 'page',
  names: ['transfer', 'constant'],
  default: 'transfer',
  appliesTo: withBulk,
  examples: ['constant'],
});
