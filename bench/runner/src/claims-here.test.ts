import { expect, test } from 'vitest';
import { claimsElsewhere, leftOutLines } from './claims-here.ts';

test('a machine without an arm’s TCP leaves out the claims that need it, and says so', () => {
  const elsewhere = claimsElsewhere({ platform: 'linux', congestionControls: ['reno', 'cubic'] });
  expect([...elsewhere.keys()]).toEqual([
    'proxy-speeds-up-http2',
    'urgent-needs-bbr-and-short-buffer',
  ]);
  expect(leftOutLines('claims', elsewhere)[0]).toBe(
    'claims: proxy-speeds-up-http2 cannot be tested here (--tcp-cc bbr: this machine has reno, cubic)',
  );
  expect(leftOutLines('smoke', elsewhere)).toEqual([]);
  const mac = claimsElsewhere({ platform: 'darwin', congestionControls: ['cubic'] });
  expect(mac.get('send-buffer-delays-urgent')).toBe('--notsent-lowat: needs Linux');
  const all = ['reno', 'bbr', 'cubic'];
  expect(claimsElsewhere({ platform: 'linux', congestionControls: all }).size).toBe(0);
});
