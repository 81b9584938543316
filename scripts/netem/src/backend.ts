import type { NetworkSide } from '@holbench/process/network-side';
import type { NetworkProfile } from '@holbench/results/network-profile';

export type BackendId = 'none' | 'tc' | 'rattan' | 'dnctl';

/** How TCP is set in both namespaces of a link. */
export interface TcpSettings {
  /** `net.ipv4.tcp_congestion_control`, such as "cubic". */
  readonly congestionControl: string;
  /** `net.ipv4.tcp_notsent_lowat` in bytes; null leaves the kernel's default (no limit). */
  readonly notsentLowatBytes: number | null;
}

export interface LinkOptions {
  readonly profile: NetworkProfile;
  /** Seed of the losses. Each direction has its own sequence. */
  readonly seed: number;
  readonly tcp: TcpSettings;
  /** Gets the emulator's log. */
  readonly logFolder: string;
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
  /** Kernel settings inside the namespaces, by sysctl name; the same on both sides. */
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
