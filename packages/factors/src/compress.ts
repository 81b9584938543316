import { choiceFactor } from './make-factor.ts';

/** Files are random bytes, and a server leaves their type alone over HTTP. A WebSocket compresses all that is long enough. */
export const compress = choiceFactor({
  key: 'compression',
  flag: 'compress',
  help: 'compression of answers in JSON over HTTP, deflate or gzip; of all messages of a WebSocket with either (permessage-deflate)',
  scope: 'server',
  names: ['off', 'deflate', 'gzip'],
  default: 'off',
  appliesTo: ({ kind }) => kind === 'text',
  examples: ['deflate', 'gzip'],
});
