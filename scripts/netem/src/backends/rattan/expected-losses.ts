import type { LinkDirection } from '@holbench/results/network-profile';
import { lossProbabilities } from '../gilbert.ts';

const BITS = 2n ** 64n - 1n;

/**
 * For tests: the packets that rattan's links lose, as loss_filter.py defines them, written a second
 * time. Packet n (from 1) is lost when the 53 upper bits of output n of SplitMix64, as a fraction, are
 * below its probability.
 * @returns the numbers of the lost packets, from 0.
 */
export function expectedLosses(direction: LinkDirection, seed: number, packets: number): number[] {
  const [begin = 0, goOn = begin] = lossProbabilities(
    direction.lossFraction,
    direction.lossBurstPackets,
  );
  const lost: number[] = [];
  let isBurst = false;
  for (let n = 0; n < packets; n += 1) {
    isBurst = splitMixFraction(seed, n + 1) < (isBurst ? goOn : begin);
    if (isBurst) lost.push(n);
  }
  return lost;
}

/** Output n of SplitMix64 from a seed: https://prng.di.unimi.it/splitmix64.c */
function splitMixFraction(seed: number, n: number): number {
  let z = (BigInt(seed) + BigInt(n) * 0x9e3779b97f4a7c15n) & BITS;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & BITS;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & BITS;
  return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 53;
}
