import { congestionControlOf } from '@holbench/factors/congestion-control';
import { RENO_BACK_OFF, renoGoodputMbps } from '@holbench/stats/reno';
import { sortSamples } from '@holbench/stats/sorted-samples';
import { median } from '@holbench/stats/statistics';
import { isOverQuic } from '@holbench/variants/protocols';
import { variant } from '@holbench/variants/registry';
import { certifiedRttMs } from '../../certified-rtt.ts';
import { QUIC_PACKET, TCP_PACKET } from '../../full-packets.ts';
import type { Round } from '../../metric.ts';
import { rateOf } from '@holbench/results/rate-of';

/** quic-go's Reno keeps more than half (`renoBeta`, internal/congestion/cubic_sender.go). */
const QUIC_GO_BACK_OFF = 0.7;
/** Connections of HTTP/1.1 that Chromium opens to one origin. */
const HTTP1_CONNECTIONS = 6;

/**
 * Goodput that losses allow a download, all of its connections together, in Mbit/s.
 * @param backOff `own`: of the sender's congestion control, where there is a formula for it.
 */
export function renoMbps(rounds: readonly Round[], backOff: 'reno' | 'own'): number | null {
  const [first] = rounds;
  if (!first) return null;
  const sender = variant(first.cell.variant);
  const { protocol } = sender;
  const { bulkStreams } = first.cell.factors;
  const isQuic = isOverQuic(protocol);
  // QUICHE's packets have another size, and its Reno is that of two connections.
  if (isQuic && sender.proxy?.kind !== 'caddy') return null;
  const isReno = congestionControlOf(sender, first.cell.factors) === 'reno';
  const own = isReno ? (isQuic ? QUIC_GO_BACK_OFF : RENO_BACK_OFF) : null;
  const beta = backOff === 'reno' ? RENO_BACK_OFF : own;
  if (beta === null) return null;
  const { down, up } = first.network.profile;
  const rtts = sortSamples(rounds.flatMap((round) => certifiedRttMs(round) ?? []));
  const rttMs = (rtts && median(rtts)) || down.delayMs + up.delayMs;
  const connections = protocol === 'http/1.1' ? Math.min(bulkStreams, HTTP1_CONNECTIONS) : 1;
  const { lossFraction, lossBurstPackets } = down;
  const rateKbps = rateOf(down)?.meanKbps ?? null;
  const path = { ...(isQuic ? QUIC_PACKET : TCP_PACKET), rttMs, lossFraction, lossBurstPackets };
  const one = renoGoodputMbps({ ...path, rateKbps: null }, beta);
  const most = renoGoodputMbps({ ...path, lossFraction: 0, rateKbps }, beta);
  return one === null ? most : Math.min(connections * one, most ?? Infinity);
}
