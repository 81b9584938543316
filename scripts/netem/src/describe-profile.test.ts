import { expect, test } from 'vitest';
import { describeProfile } from './describe-profile.ts';
import { type ProfileOptions, profilesOf } from './profile-options.ts';

test.each<[ProfileOptions, string]>([
  [{ network: 'ideal' }, 'no rate limit, no delay, no loss'],
  [{ network: '4g' }, '20 / 10 Mbit/s, 50 ms each way, loss 0.5 %, droptail 1 BDP (250 / 125 kB)'],
  [
    { network: '3g', queue: '2bdp' },
    '1 / 0.5 Mbit/s, 100 ms each way, loss 1 %, droptail 2 BDP (50 / 25 kB)',
  ],
  [
    { network: '4g', burst: '4', jitter: '2ms', queue: 'codel', up: '20mbit' },
    '20 Mbit/s, 50 ± 2 ms each way, loss 0.5 % in runs of 4, CoDel',
  ],
  [
    { network: 'ideal', up: '500kbit', queue: '100p' },
    'unlimited / 500 kbit/s, no delay, no loss, no queue / droptail 100 packets',
  ],
  [
    { network: 'ideal', down: '1gbit', up: '1gbit' },
    '1 Gbit/s, no delay, no loss, droptail (6 kB)',
  ],
])('%j is told in one line', (options, line) => {
  expect(profilesOf(options).map(describeProfile)).toEqual([line]);
});
