import { overTcp } from './factor.ts';
import { choiceFactor } from './make-factor.ts';

/** Of the server's device. Congestion controls that pace by themselves, such as BBR, do it with either. */
export const pacing = choiceFactor({
  key: 'pacing',
  flag: 'pacing',
  help: 'queue of the server’s device: none, or fq, which paces what TCP sends (the kernel needs sch_fq)',
  scope: 'link',
  names: ['none', 'fq'],
  default: 'none',
  appliesTo: overTcp,
  examples: ['fq'],
});
