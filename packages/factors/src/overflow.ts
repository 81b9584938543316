import { withSubscribers } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

export const overflow = choiceFactor({
  key: 'overflow',
  flag: 'overflow',
  help: 'policy for a subscriber whose queue is full, drop-oldest or block',
  scope: 'server',
  names: ['drop-oldest', 'block'],
  default: 'drop-oldest',
  appliesTo: withSubscribers,
  examples: ['block'],
});
