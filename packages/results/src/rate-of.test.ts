import * as v from 'valibot';
import { expect, it } from 'vitest';
import { NetworkProfile } from './network-profile.ts';
import { rateOf } from './rate-of.ts';

const trace = {
  file: 'a.csv',
  sha256: 'a'.repeat(64),
  lengthMs: 60,
  stepMs: 20,
  meanKbps: 800,
  leastKbps: 0,
  mostKbps: 1_800,
  longestGapMs: 20,
};

it('says mean, least and whether the rate is constant', () => {
  expect(rateOf({ rateKbps: null })).toBeNull();
  expect(rateOf({ rateKbps: 5 })).toEqual({ meanKbps: 5, leastKbps: 5, isConstant: true });
  expect(rateOf({ rateKbps: null, trace })).toEqual({
    meanKbps: 800,
    leastKbps: 0,
    isConstant: false,
  });
});

it('refuses a stored direction with both, and reads one of before there were traces', () => {
  const side = { delayMs: 0, jitterMs: 0, lossFraction: 0, lossBurstPackets: 1, queue: null };
  const profile = (changes: object) => {
    const direction = { ...side, rateKbps: null, ...changes };
    return v.safeParse(NetworkProfile, { id: 'a', down: direction, up: direction });
  };
  expect(profile({}).success).toBe(true);
  expect(profile({ trace }).success).toBe(true);
  expect(profile({ trace, rateKbps: 5 }).issues?.[0].message).toMatch(/rate or a trace, not both/);
});
