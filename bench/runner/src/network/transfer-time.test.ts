import { profileNamed } from '@holbench/netem/profiles';
import { profilesOf } from '@holbench/netem/profile-options';
import { describe, expect, it } from 'vitest';
import { transferSeconds } from './transfer-time.ts';

const MIB = 1024 * 1024;

describe('transferSeconds', () => {
  it('is nothing where nothing is shaped', () => {
    expect(transferSeconds(profileNamed('ideal'), 'down', 50 * MIB, 1)).toBe(0);
  });

  it('is what the rate allows without losses, headers included', () => {
    const [profile] = profilesOf({ networks: ['4g'], loss: '0%' });
    if (!profile) throw new Error('no profile');
    // 50 MiB are 36 207.7 packets of 12 000 bit.
    expect(transferSeconds(profile, 'down', 50 * MIB, 1)).toBeCloseTo(21.725, 2);
    expect(transferSeconds(profile, 'up', 50 * MIB, 1)).toBeCloseTo(43.449, 2);
    expect(transferSeconds(profile, 'down', 50 * MIB, 6)).toBeCloseTo(21.725, 2);
  });

  it('is what the losses allow one connection, less with more of them, down to the rate', () => {
    const over = (connections: number) =>
      transferSeconds(profileNamed('4g'), 'down', MIB, connections);
    // 724.2 packets; 1 / (0.1 √(2 × 0.005 / 3) + 0.3 × 3 √(3 × 0.005 / 8) × 0.005 × 1.0008) s each.
    expect(over(1)).toBeCloseTo(724.155 * (0.0057735 + 0.00019502), 2);
    expect(over(2)).toBeCloseTo(over(1) / 2, 6);
    expect(over(100)).toBeCloseTo((724.155 * 12_000) / 20e6, 3);
  });
});
