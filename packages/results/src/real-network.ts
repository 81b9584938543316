import * as v from 'valibot';
import { Delays } from './link-certificate.ts';
import { count } from './quantities.ts';
import { TargetMachine } from './target-machine.ts';

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

const DirectionReading = v.strictObject({
  /** Paced UDP datagrams, and those of them that did not arrive. */
  sent: count,
  lost: count,
  /** Bytes that one TCP connection moved, in kbit/s, after its first second; null: not part of this reading. */
  goodputKbps: v.nullable(amount),
});

/** A real network: what is between two machines, as it was measured. */
export const NetworkReading = v.strictObject({
  measuredAt: v.pipe(v.string(), v.isoTimestamp()),
  seconds: amount,
  /** Round trips of UDP datagrams that the helper sent back; null without a helper, or where none came. */
  rttMs: v.nullable(Delays),
  /** From SYN to SYN-ACK, as `connect` sees it: to the helper, else to the server; null where it does not listen by TCP. */
  tcpConnectMs: v.nullable(Delays),
  /** From a first packet of QUIC, in a version that nobody speaks, to the server's answer; null with a helper, and where nothing answers. */
  quicMs: v.nullable(Delays),
  /** Null without a helper. */
  down: v.nullable(DirectionReading),
  up: v.nullable(DirectionReading),
});
export type NetworkReading = v.InferOutput<typeof NetworkReading>;

/** Of a run against servers elsewhere: its network is real, not emulated, and is not certified. */
export const RealNetwork = v.strictObject({
  /** Origin of the servers, such as "https://192.0.2.7:8443". */
  target: v.string(),
  /** The public key by which it was known, as Base64 of its SHA-256; null: an authority vouched. */
  key: v.nullable(v.string()),
  /** What the helper says of itself; null without one. Then server and resources are unknown. */
  helper: v.nullable(TargetMachine),
  /** Before the first cell. */
  reading: NetworkReading,
});
export type RealNetwork = v.InferOutput<typeof RealNetwork>;
