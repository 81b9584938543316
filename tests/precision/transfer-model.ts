import type { SeededRandom } from '../../packages/stats/src/seeded-random.ts';
import { sortSamples } from '../../packages/stats/src/sorted-samples.ts';
import { median } from '../../packages/stats/src/statistics.ts';
import { uniform } from './sampling.ts';

/** reference-4g: 20 Mbit/s, 100 ms, 0.5 %, a queue of one bandwidth-delay product, in packets of 1,500 bytes. */
const RTT_MS = 100;
const PACKETS_PER_MS = 20_000 / 8 / 1_500;
const LOSS = 0.005;
const QUEUE_PACKETS = 250_000 / 1_500;
/** CUBIC (RFC 9438). */
const BACK_OFF = 0.7;
const CUBIC_C = 0.4;
const MESSAGES_EVERY_MS = 500;
const TEN_SECONDS_MS = 10_000;
const DEADLINE_MS = 20_000;

/** The quantile u of the first lost packet, counted from 1. */
export function firstLost(u: number): number {
  return Math.max(1, Math.ceil(Math.log1p(-u) / Math.log1p(-LOSS)));
}

/** One connection of the model. */
export interface Modelled {
  /** ln of the median wait of messages in the first ten seconds. */
  readonly y: number;
  readonly firstSecondPackets: number;
}

/**
 * A WebSocket's transfer over TCP, a round trip at a time: slow start until the first loss, or until acknowledgements
 * come for half a round trip (HyStart, Ha and Rhee 2011), then CUBIC. The send buffer holds twice the largest window so far
 * (Linux's `tcp_sndbuf_expand`) and never shrinks. A message waits for all of it. No time-outs, no waits for
 * retransmissions.
 * @param u quantile of the first lost packet; those after it are lost independently.
 */
export function modelled(u: number, random: SeededRandom): Modelled {
  const first = firstLost(u);
  /** End of each round, what was acknowledged by then, and the largest window. */
  const rounds = [{ atMs: 0, acked: 0, peak: 10 }];
  let [atMs, acked, sent, peak] = [0, 0, 0, 10];
  let [window, threshold, most, epochMs] = [10, Infinity, 0, 0];
  while (atMs < TEN_SECONDS_MS + 2 * DEADLINE_MS) {
    const packets = Math.max(2, Math.floor(window));
    let [lost, firstInRound] = [0, packets];
    for (let index = 0; index < packets; index += 1) {
      const number = sent + index + 1;
      const isOverflow = index >= RTT_MS * PACKETS_PER_MS + QUEUE_PACKETS;
      const isLost = number === first || (number > first && uniform(random) < LOSS);
      if (!isLost && !isOverflow) continue;
      if (lost === 0) firstInRound = index;
      lost += 1;
    }
    sent += packets;
    acked += packets - lost;
    atMs += Math.max(RTT_MS, packets / PACKETS_PER_MS);
    const isSlowStart = window < threshold;
    const train = (RTT_MS / 2) * PACKETS_PER_MS;
    if (lost > 0) {
      const atLoss = isSlowStart ? packets + firstInRound : window;
      peak = Math.max(peak, atLoss);
      most = atLoss < most ? (atLoss * (1 + BACK_OFF)) / 2 : atLoss;
      window = threshold = Math.max(2, BACK_OFF * atLoss);
      epochMs = atMs;
    } else if (isSlowStart && packets >= train) {
      window = threshold = most = packets + train;
      epochMs = atMs - 1_000 * Math.cbrt((most * (1 - BACK_OFF)) / CUBIC_C);
    } else if (isSlowStart) window = 2 * packets;
    else {
      const seconds = (atMs - epochMs) / 1_000;
      const plateau = Math.cbrt((most * (1 - BACK_OFF)) / CUBIC_C);
      const friendly =
        most * BACK_OFF + (3 * (1 - BACK_OFF) * seconds * 1_000) / ((1 + BACK_OFF) * RTT_MS);
      window = Math.max(window, CUBIC_C * (seconds - plateau) ** 3 + most, friendly);
    }
    peak = Math.max(peak, window);
    rounds.push({ atMs, acked, peak });
  }
  const waits = sortSamples(
    Array.from({ length: TEN_SECONDS_MS / MESSAGES_EVERY_MS }, (_, index) => {
      // Half a round trip each way of the message itself, in place of that of an acknowledgement.
      const atServerMs = index * MESSAGES_EVERY_MS + RTT_MS / 2;
      const buffered = 2 * (rounds.findLast((round) => round.atMs <= atServerMs)?.peak ?? 10);
      const goneMs = whenAcked(rounds, ackedAt(rounds, atServerMs) + buffered);
      return Math.min(DEADLINE_MS, goneMs - atServerMs);
    }),
  );
  return { y: Math.log(waits ? median(waits) : NaN), firstSecondPackets: ackedAt(rounds, 1_000) };
}

type Rounds = readonly { readonly atMs: number; readonly acked: number }[];

function ackedAt(rounds: Rounds, atMs: number): number {
  const next = rounds.findIndex((round) => round.atMs > atMs);
  const [before, after] = [rounds[next - 1], rounds[next]];
  if (!before || !after) return rounds.at(-1)?.acked ?? 0;
  const share = (atMs - before.atMs) / (after.atMs - before.atMs);
  return before.acked + share * (after.acked - before.acked);
}

function whenAcked(rounds: Rounds, acked: number): number {
  const next = rounds.findIndex((round) => round.acked > acked);
  const [before, after] = [rounds[next - 1], rounds[next]];
  if (!before || !after) return Infinity;
  const share = (acked - before.acked) / (after.acked - before.acked);
  return before.atMs + share * (after.atMs - before.atMs);
}
