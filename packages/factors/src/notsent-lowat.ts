import { overTcp } from './factor.ts';
import { optionalBytesFactor } from './make-factor.ts';

/** `tcp_notsent_lowat`, on both sides of a link. */
export const notsentLowat = optionalBytesFactor({
  key: 'notsentLowatBytes',
  flag: 'notsent-lowat',
  help: 'limit on unsent bytes in the send buffer, TCP_NOTSENT_LOWAT, on both sides',
  scope: 'link',
  least: 1024,
  most: 1024 ** 3,
  unset: { word: 'default', means: 'none' },
  appliesTo: overTcp,
  examples: [16_384],
});
