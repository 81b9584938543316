import { expect, test } from 'vitest';
import { sideWith } from '../../fixtures/test-profiles.ts';
import { lossProbabilities, whyNoSuchBursts } from './gilbert.ts';

function why(lossFraction: number, lossBurstPackets: number): string | null {
  const lossy = sideWith({ lossFraction, lossBurstPackets });
  return whyNoSuchBursts({ id: 'lossy', down: sideWith({}), up: lossy });
}

test('independent losses need one probability', () => {
  expect(lossProbabilities(0.5, 1)).toEqual([0.5]);
  expect(why(1, 1)).toBeNull();
});

test('a burst ends after its mean length, and begins as often as the mean loss asks for', () => {
  const [begin = 0, goOn = 0] = lossProbabilities(0.05, 4);
  expect(goOn).toBe(0.75);
  expect(begin).toBeCloseTo(0.05 / 3.8, 12);
  // Share of the lossy state in the chain's balance.
  expect(begin / (begin + 1 - goOn)).toBeCloseTo(0.05, 12);
});

test('so much loss cannot come in runs so short', () => {
  expect(why(0.6, 1.5)).toBeNull();
  expect(why(0.7, 1.5)).toBe('a loss of 70 % cannot come in bursts of 1.5 packets on average');
  expect(why(1, 4)).not.toBeNull();
});
