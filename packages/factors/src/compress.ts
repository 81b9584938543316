import { choiceFactor } from './make-factor.ts';

/** Files are random bytes, and a server leaves their type alone over HTTP. A WebSocket compresses all that is long enough. */
export const compress = choiceFactor({
  key: 'compression',
  flag: 'compress',
  help: 'compression of answers in JSON over HTTP, deflate or gzip; of messages of a WebSocket with either (permessage-deflate; ws: from 1 KiB on)',
  scope: 'server',
  names: ['off', 'deflate', 'gzip'],
  default: 'off',
  // The page asks the gateway for none.
  appliesTo: ({ kind, variant }) => kind === 'text' && variant.transport !== 'webtransport',
  examples: ['deflate', 'gzip'],
});
