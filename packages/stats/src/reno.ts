/** One direction of a path as a sender of TCP or QUIC meets it. */
export interface LossyPath {
  /** Payload of a full packet, in bytes. */
  readonly payloadBytes: number;
  /** The same packet with its IP header, in bytes. */
  readonly packetBytes: number;
  /** Of the path without a queue, in ms. */
  readonly rttMs: number;
  /** Probability from 0 to 1 that a packet is lost. */
  readonly lossFraction: number;
  /** Mean length of a run of losses, in packets: a run halves the window once. */
  readonly lossBurstPackets: number;
  /** Of the bottleneck, IP layer, in kbit/s; null: none. */
  readonly rateKbps: number | null;
}

/** Reno (RFC 5681) halves its window for a loss. */
export const RENO_BACK_OFF = 0.5;

/**
 * Goodput of congestion avoidance limited by losses alone, C·MSS ÷ (RTT·√p), at most the
 * bottleneck's payload rate. C = √((1 + β) ÷ (2·(1 − β))), which for Reno's β = ½ is √(3/2) = 1.22:
 * Mathis, Semke, Mahdavi and Ott, "The Macroscopic Behavior of the TCP Congestion Avoidance
 * Algorithm", CCR 27(3), 1997, with every packet acknowledged; for other β: Floyd, Handley and
 * Padhye, "A Comparison of Equation-Based and AIMD Congestion Control", 2000.
 *
 * It is a model for small p: no time-outs, no slow start, the round trip of an empty queue.
 * @param backOff β: the share of the window that a loss leaves, more than 0 and less than 1.
 * @returns Mbit/s of payload; null where neither losses nor a rate limit it.
 */
export function renoGoodputMbps(path: LossyPath, backOff = RENO_BACK_OFF): number | null {
  const { payloadBytes, packetBytes, rttMs, lossFraction, lossBurstPackets, rateKbps } = path;
  const eventsPerPacket = lossFraction / lossBurstPackets;
  const constant = Math.sqrt((1 + backOff) / (2 * (1 - backOff)));
  // Bytes per ms × 8 / 1000 = Mbit/s. Without losses it is infinite.
  const byLosses = (constant * payloadBytes * 8) / (rttMs * Math.sqrt(eventsPerPacket) * 1_000);
  const byRate = rateKbps === null ? Infinity : (rateKbps / 1_000) * (payloadBytes / packetBytes);
  const least = Math.min(byLosses, byRate);
  return Number.isFinite(least) ? least : null;
}
