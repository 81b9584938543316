/**
 * How much more the number of losses varies than that of independent ones: (1 + ρ) / (1 − ρ) with
 * ρ the correlation of neighbours (Bayley and Hammersley, "The effective number of independent
 * observations in an autocorrelated time series", Suppl. J. R. Stat. Soc. 8, 1946). Gilbert's chain
 * leaves the lossy state with probability 1/B and enters it with p / (B (1 − p)); ρ is 1 minus both,
 * 1 − 1 / (B (1 − p)), hence the factor 2 B (1 − p) − 1.
 *
 * Below 1, where runs of losses are shorter than chance makes them, it counts as 1.
 */
export function lossVarianceFactor(lossFraction: number, burstPackets: number): number {
  // By definition of a profile these are independent losses, not a chain.
  if (burstPackets === 1) return 1;
  return Math.max(1, 2 * burstPackets * (1 - lossFraction) - 1);
}
