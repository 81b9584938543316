import { overHttp2 } from './factor.ts';
import { optionalBytesFactor } from './make-factor.ts';

/**
 * Bytes of big responses that the HTTP/2 server writes ahead of small ones: docs/decisions/0008.
 */
export const http2Write = optionalBytesFactor({
  key: 'http2WriteBytes',
  flag: 'http2-write',
  help: 'size of one write of a file on an HTTP/2 session',
  scope: 'server',
  least: 1024,
  most: 64 * 1024 ** 2,
  unset: { word: 'default', means: 'the library’s' },
  appliesTo: overHttp2,
  examples: [16_384],
});
