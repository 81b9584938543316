import { everywhere } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

/**
 * By pino. Its default is to write asynchronously; here no line waits, so that each request has its
 * own write, and an error ends the server at its own line. Requests that a server's library refuses
 * before the lab sees them have no line.
 */
export const logging = choiceFactor({
  key: 'logging',
  flag: 'logging',
  help: 'log of the server: off, or requests, a JSON line per request, written synchronously',
  scope: 'server',
  names: ['off', 'requests'],
  default: 'off',
  appliesTo: everywhere,
  examples: ['requests'],
});
