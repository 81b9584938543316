import { withSubscribers } from './factor.ts';
import { countFactor } from './make-factor.ts';

export const subscriberQueue = countFactor({
  key: 'subscriberQueueEvents',
  flag: 'subscriber-queue',
  help: 'maximum number of events queued for one subscriber',
  scope: 'server',
  least: 1,
  most: 4_096,
  default: 256,
  appliesTo: withSubscribers,
  examples: [16],
});
