import type { NetworkSide } from '@holbench/process/network-side';
import type { CellPhase } from '@holbench/results/cell';
import type { DownOrUp, NetworkProfile } from '@holbench/results/network-profile';

export type BackendId = 'none' | 'tc' | 'rattan';

/** How TCP is set in the namespaces of a link: alike in both, but for `pacing`. */
export interface TcpSettings {
  /** `net.ipv4.tcp_congestion_control`, such as "cubic". */
  readonly congestionControl: string;
  /** `net.ipv4.tcp_notsent_lowat` in bytes; null leaves the kernel's default (no limit). */
  readonly notsentLowatBytes: number | null;
  /** Of the route to the other side. */
  readonly initialWindowSegments: number;
  /** The queueing discipline of the server's device, which leads to the emulator; 'none' leaves the kernel's. */
  readonly pacing: 'none' | 'fq';
}

export interface LinkOptions {
  readonly profile: NetworkProfile;
  /** Seed of the losses. Each direction has its own sequence. */
  readonly seed: number;
  readonly tcp: TcpSettings;
  /** Gets the emulator's log. */
  readonly logFolder: string;
}

/** What was sent, received, lost at random and dropped by a full queue, in each direction. */
export type LinkPackets = NonNullable<CellPhase['link']>;

/** Losses of the full-size packets of one direction: IP packets of at least 1,200 bytes, such as a transfer's. */
export interface ArmedLosses {
  readonly direction: DownOrUp;
  /** Of the losses after the first. */
  readonly seed: number;
  /** Quantile of the first loss under the configured loss, in [0, 1): `firstLostPacket`. */
  readonly firstLoss: number;
}

/** A running emulated network. Disposing of it removes every trace. */
export interface Link extends AsyncDisposable {
  readonly backend: BackendId;
  readonly profile: NetworkProfile;
  readonly client: NetworkSide;
  readonly server: NetworkSide;
  /** The emulator's process; null where the kernel does the work. */
  readonly emulatorPid: number | null;
  /** Resolves when the emulator ends before the link is stopped, with its ending as text. */
  readonly ended: Promise<string>;
  /**
   * Begins new sequences of random losses in both directions, from this seed, when the link is
   * empty. Devices, connections and `emulatorPid` stay. `packets` counts from 0.
   * @returns false where losses cannot be seeded; then only the counting begins anew.
   * @throws Error when packets still cross the link after 10 s.
   */
  beginLosses(seed: number): Promise<boolean>;
  /**
   * From now on the full-size packets of a direction draw from a sequence of their own, which counts from the next
   * one. All other packets go on as before. Ends with the next `beginLosses`. Does not wait, and loses nothing.
   * @returns false where losses are not the lab's own (all but rattan); then nothing has changed, and the first
   * loss is not stratified.
   * @throws Error when the direction is armed already; RangeError when `firstLoss` is no quantile.
   */
  armLosses(losses: ArmedLosses): Promise<boolean>;
  /**
   * IP packets of each direction since the last `beginLosses`, or since the link was made. Waits
   * until the link is empty: as long as a packet can be on it (delay, full queue and 50 ms), none is
   * sent.
   * @throws Error when packets still cross the link after 10 s.
   */
  packets(): Promise<LinkPackets>;
  /**
   * Moves the replay of the profile's trace to `offsetMs` from its start (rounded down to a step; beyond its length it
   * repeats), in both directions within a few ms, at once. Packets in the queue stay and leave at the new rates. A new
   * link begins at 0 with its first packet.
   * @returns false where the profile has no trace.
   * @throws UserError when the emulator cannot rewind.
   */
  rewind(offsetMs: number): Promise<boolean>;
  /**
   * Where the replay is, in ms from the start of the trace.
   * @param atUs time in µs since the epoch (default: now).
   * @returns null where the profile has no trace, or it was not rewound.
   */
  traceOffsetMs(atUs?: number): number | null;
  /** Kernel settings inside the namespaces, by sysctl name; the same on both sides, but for `…-qdisc`. */
  readonly sysctls: Readonly<Record<string, string>>;
  /** Idempotent. */
  stop(): Promise<void>;
}

/** One way to make a link. */
export interface Backend {
  readonly id: BackendId;
  /** Tries it. Null when it works on this machine, else the reason and the remedy. */
  whyUnavailable(): Promise<string | null>;
  /** Null when it can make this profile, else the part that it cannot. */
  whyUnsupported(profile: NetworkProfile): string | null;
  /**
   * True when the same seed loses the same packets, so that links of one round share their losses.
   */
  seedsLosses(): Promise<boolean>;
  /** Version of the emulator, for the manifest: "rattan 0.1.1", "kernel 6.1.0, iproute2 6.1.0". */
  version(): Promise<string>;
  /** @throws UserError when the link cannot be made; nothing is left behind then. */
  start(options: LinkOptions): Promise<Link>;
}
