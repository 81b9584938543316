import { overHttp2 } from './factor.ts';
import { optionalBytesFactor } from './make-factor.ts';

export const http2Window = optionalBytesFactor({
  key: 'http2WindowBytes',
  flag: 'http2-window',
  help: 'receive window of the HTTP/2 server, of each stream and of the connection',
  scope: 'server',
  // RFC 9113, 6.9.1: the initial window, and the largest window.
  least: 65_535,
  most: 2 ** 31 - 1,
  unset: { word: 'default', means: '65535, the library’s' },
  appliesTo: overHttp2,
  examples: [1_048_576],
});
