import type { NetworkProfile } from '@holbench/results/network-profile';

/**
 * Loss probabilities after 0, 1, 2… consecutive losses (the last one holds for all further). They
 * give a mean loss of `lossFraction` in runs of `burstPackets` on average. The model is Gilbert's
 * two-state chain with a bad state that loses everything (E. N. Gilbert, "Capacity of a burst-noise
 * channel", 1960; its simple form after Hasslinger & Hohlfeld, 2008). A run ends with probability
 * 1/B per packet. From p = a / (a + 1/B), it begins with probability a = p / (B (1 − p)). A burst
 * length of 1 means independent losses, hence one probability.
 */
export function lossProbabilities(lossFraction: number, burstPackets: number): number[] {
  if (burstPackets === 1) return [lossFraction];
  return [lossFraction / (burstPackets * (1 - lossFraction)), 1 - 1 / burstPackets];
}

/**
 * Null when both directions have such a chain, else the reason: too much loss for such short runs.
 */
export function whyNoSuchBursts({ down, up }: NetworkProfile): string | null {
  for (const { lossFraction, lossBurstPackets } of [down, up]) {
    const [begin = 0] = lossProbabilities(lossFraction, lossBurstPackets);
    if (begin > 1) {
      return `a loss of ${lossFraction * 100} % cannot come in bursts of ${lossBurstPackets} packets on average`;
    }
  }
  return null;
}

/**
 * Variance of the number of losses, relative to that of independent ones: (1 + ρ) / (1 − ρ), where
 * ρ is the correlation of neighbours (Bayley and Hammersley, "The effective number of independent
 * observations in an autocorrelated time series", Suppl. J. R. Stat. Soc. 8, 1946). Gilbert's chain
 * leaves the lossy state with probability 1/B and enters it with p / (B (1 − p)); ρ is 1 minus
 * both, 1 − 1 / (B (1 − p)), hence the factor 2 B (1 − p) − 1. Runs shorter than chance makes them
 * would give less than 1, and count as 1.
 */
export function lossVarianceFactor(lossFraction: number, burstPackets: number): number {
  // By definition of a profile these are independent losses, not a chain.
  if (burstPackets === 1) return 1;
  return Math.max(1, 2 * burstPackets * (1 - lossFraction) - 1);
}
