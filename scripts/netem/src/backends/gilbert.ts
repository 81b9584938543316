/**
 * Loss probabilities after 0, 1, 2… consecutive losses (the last one holds for all further) that
 * give a mean loss of `lossFraction` in runs of `burstPackets` on average: Gilbert's two-state
 * chain with a bad state that loses everything (E. N. Gilbert, "Capacity of a burst-noise
 * channel", 1960; its simple form after Hasslinger & Hohlfeld, 2008). A run ends with probability
 * 1/B per packet, and p = a / (a + 1/B) gives the probability a = p / (B (1 − p)) of beginning one.
 * A burst length of 1 means independent losses, hence one probability.
 */
export function lossProbabilities(lossFraction: number, burstPackets: number): number[] {
  if (burstPackets === 1) return [lossFraction];
  return [lossFraction / (burstPackets * (1 - lossFraction)), 1 - 1 / burstPackets];
}

/** Null when such a chain exists, else why not: so much loss cannot come in runs so short. */
export function whyNoSuchBursts(lossFraction: number, burstPackets: number): string | null {
  const [begin = 0] = lossProbabilities(lossFraction, burstPackets);
  if (begin <= 1) return null;
  return `a loss of ${lossFraction * 100} % cannot come in bursts of ${burstPackets} packets on average`;
}
