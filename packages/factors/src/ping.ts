import { overWebSocket } from './factor.ts';
import { durationFactor } from './make-factor.ts';

/** Browsers have no interface for pings: the server sends them, and times their pongs. */
export const ping = durationFactor({
  key: 'pingMs',
  flag: 'ping',
  help: 'time between pings of the WebSocket protocol that the server times, 0 for none',
  scope: 'server',
  least: 0,
  most: 60_000,
  default: 0,
  appliesTo: overWebSocket,
  examples: [50],
});
