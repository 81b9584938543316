import { overWebSocket } from './factor.ts';
import { durationFactor } from './make-factor.ts';

export const batch = durationFactor({
  key: 'batchMs',
  flag: 'batch',
  help: 'time that small messages of a WebSocket wait for others to be sent with',
  scope: 'server',
  least: 0,
  most: 1_000,
  default: 0,
  appliesTo: overWebSocket,
  examples: [5],
});
