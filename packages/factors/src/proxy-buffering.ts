import { choiceFactor } from './make-factor.ts';

/** Not of the gateway, which is the lab's own. */
const PROXIES: readonly string[] = ['caddy', 'envoy', 'nginx'];

/** The default is what older runs had. */
export const proxyBuffering = choiceFactor({
  key: 'proxyBuffering',
  flag: 'proxy-buffering',
  help: 'what a proxy holds back of answers and uploads: as its documents advise for events and small messages (advised), or as-shipped',
  scope: 'program',
  names: ['advised', 'as-shipped'],
  default: 'advised',
  appliesTo: ({ variant }) => PROXIES.includes(variant.proxy?.kind ?? ''),
  examples: ['as-shipped'],
});
