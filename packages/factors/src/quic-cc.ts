import { choiceFactor } from './make-factor.ts';

/** Of both ends: the browser asks its server for it, and uses it for what it sends. */
export const quicCc = choiceFactor({
  key: 'quicCongestionControl',
  flag: 'quic-cc',
  help: 'congestion control of both sides over QUIC, where the server lets the browser choose: own (each its own), cubic, reno or bbr',
  scope: 'page',
  names: ['own', 'cubic', 'reno', 'bbr'],
  default: 'own',
  appliesTo: ({ variant }) => variant.capabilities.includes('quic-congestion-control'),
  examples: ['reno'],
});
