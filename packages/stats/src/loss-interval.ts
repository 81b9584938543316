import { binomialInterval } from './binomial-interval.ts';
import type { Bounds } from './round-number.ts';

/** Random losses of one direction, as configured. */
export interface LossModel {
  /** Probability from 0 to 1. */
  readonly lossFraction: number;
  /** Mean length of a run of losses; 1 means independent losses. */
  readonly lossBurstPackets: number;
}

/**
 * Interval of the loss probability after `lost` of `sent` packets, wider for losses in runs.
 * @param confidence between 0 and 1, e.g. 0.99.
 */
export function lossInterval(
  { lossFraction, lossBurstPackets }: LossModel,
  { sent, lost }: { readonly sent: number; readonly lost: number },
  confidence: number,
): Bounds {
  const factor = lossVarianceFactor(lossFraction, lossBurstPackets);
  return binomialInterval(lost / factor, sent / factor, confidence);
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
