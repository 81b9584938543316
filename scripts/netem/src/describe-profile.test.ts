import { expect, test } from 'vitest';
import { describeProfile } from './describe-profile.ts';
import { type ProfileOptions, profilesOf } from './profile-options.ts';

test.each<[ProfileOptions, string]>([
  [{ network: 'ideal' }, 'no rate limit, no delay, no loss'],
  [
    { network: 'reference-4g' },
    '20 Mbit/s / 10 Mbit/s, 50 ms each way, loss 0.5 %, droptail 250 kB / droptail 125 kB',
  ],
  [
    { network: 'reference-3g', queue: '2bdp' },
    '1 Mbit/s / 500 kbit/s, 100 ms each way, loss 1 %, droptail 50 kB / droptail 25 kB',
  ],
  [
    { network: 'reference-4g', burst: '4', jitter: '2ms', queue: 'codel', up: '20mbit' },
    '20 Mbit/s, 50 ± 2 ms each way, loss 0.5 % in runs of 4, CoDel',
  ],
  [
    { network: 'ideal', up: '500kbit', queue: '100p' },
    'unlimited / 500 kbit/s, no delay, no loss, no queue / droptail 100 packets',
  ],
  [
    { network: 'ideal', down: '1gbit', up: '1gbit' },
    '1000 Mbit/s, no delay, no loss, droptail 6 kB',
  ],
])('%j is told in one line', (options, line) => {
  expect(profilesOf(options).map(describeProfile)).toEqual([line]);
});
