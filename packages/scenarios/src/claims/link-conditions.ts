import { isShaped } from '@holbench/results/is-shaped';
import type { NetworkProfile } from '@holbench/results/network-profile';
import { renoGoodputMbps } from '@holbench/stats/reno';
import { QUIC_PACKET } from '../full-packets.ts';
import { baseRttMs } from '../planned-seconds.ts';
import { rateOf } from '@holbench/results/rate-of';

/** By so much a link must carry more than a bound that shall show. */
export const ROOM = 1.25;
/** A published gap that opens on fast links: a slower one cannot contradict it. */
export const FAST_KBPS = 500_000;
/** Shorter round trips are lost in what the two ends compute. */
export const LEAST_RTT_MS = 10;
/** RFC 9113, section 6.9.2: of each stream and of the connection; Node leaves it so. */
export const HTTP2_WINDOW_BYTES = 65_535;

type Networks = readonly NetworkProfile[];

export function isLossy({ down, up }: NetworkProfile): boolean {
  return down.lossFraction > 0 || up.lossFraction > 0;
}

/** Mbit/s of an upload that has one window of HTTP/2 under way per round trip. */
export function http2WindowMbps(rttMs: number): number {
  // Bytes per ms × 8 / 1000 = Mbit/s.
  return (HTTP2_WINDOW_BYTES * 8) / (rttMs * 1_000);
}

/** Mbit/s that Reno reaches over the losses of a download from quic-go; null where it has no such limit. */
export function quicRenoMbps(
  { down, up }: NetworkProfile,
  rttMs = baseRttMs({ down, up }),
): number | null {
  const { lossFraction, lossBurstPackets } = down;
  if (rttMs <= 0) return null;
  return renoGoodputMbps({ ...QUIC_PACKET, rttMs, lossFraction, lossBurstPackets, rateKbps: null });
}

/** Any network with a round trip that shows. */
export function withRoundTrip(network: NetworkProfile): Networks | null {
  return baseRttMs(network) >= LEAST_RTT_MS ? [network] : null;
}

export function withLosses(network: NetworkProfile): Networks | null {
  return isLossy(network) ? [network] : null;
}

/** A network whose queue a download fills, and where that and a full send buffer show. */
export function canFillItsQueue(network: NetworkProfile): Networks | null {
  const isLimited = rateOf(network.down)?.isConstant === true && !isLossy(network);
  return isLimited ? withRoundTrip(network) : null;
}

/** A lossy network and the one that differs from it in its losses alone, which comes first. */
export function besideLossless(network: NetworkProfile, all: Networks): Networks | null {
  const alike = alikeBut(network, all, ['lossFraction', 'lossBurstPackets']);
  const lossless = alike.find((each) => !isLossy(each));
  return isLossy(network) && lossless ? [lossless, network] : null;
}

/** The fastest of several without losses that differ in their rates alone, after the slowest. */
export function besideSlower(network: NetworkProfile, all: Networks): Networks | null {
  // The queue is sized by the rate.
  const alike = alikeBut(network, all, ['rateKbps', 'queue']);
  const rates = alike.map(downKbps);
  const [slowest] = alike.filter((each) => downKbps(each) === Math.min(...rates));
  const own = downKbps(network);
  const isFastest = own >= FAST_KBPS && own === Math.max(...rates) && own > Math.min(...rates);
  return isFastest && slowest && !isLossy(network) ? [slowest, network] : null;
}

/** A network whose upload carries more than one window of HTTP/2 per round trip. */
export function aboveHttp2Window(network: NetworkProfile): Networks | null {
  const rtt = baseRttMs(network);
  return rtt > 0 && hasRoom(network.up, http2WindowMbps(rtt)) ? [network] : null;
}

/** A network whose download carries more than Reno does over its losses. */
export function aboveReno(network: NetworkProfile): Networks | null {
  const ceiling = quicRenoMbps(network);
  return ceiling !== null && hasRoom(network.down, ceiling) ? [network] : null;
}

/** A network without delay, rate or losses. */
export function unlimited(network: NetworkProfile): Networks | null {
  return isShaped(network) ? null : [network];
}

function downKbps({ down }: NetworkProfile): number {
  return rateOf(down)?.meanKbps ?? Infinity;
}

/** Whether a link carries more than a bound on goodput; one that does not is the bound itself. */
function hasRoom(link: NetworkProfile['down'], boundMbps: number): boolean {
  return (rateOf(link)?.meanKbps ?? Infinity) > ROOM * boundMbps * 1_000;
}

/** The networks that differ from one in the named numbers alone, or in nothing. */
function alikeBut(
  network: NetworkProfile,
  all: Networks,
  but: readonly (keyof NetworkProfile['down'])[],
): NetworkProfile[] {
  const left: ReadonlySet<string> = new Set(but);
  const rest = ({ down, up }: NetworkProfile) =>
    JSON.stringify([down, up], (key, value: unknown) => (left.has(key) ? undefined : value));
  return all.filter((each) => rest(each) === rest(network));
}
