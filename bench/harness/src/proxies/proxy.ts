import type { ClientLimits } from '@holbench/core/server/client-limits';
import type { FactorValues } from '@holbench/factors/values';
import type { ManagedProcess } from '@holbench/process/managed-process';
import type { NetworkSide } from '@holbench/process/network-side';
import type { Variant, VariantProxy } from '@holbench/variants/registry';
import type { Certificate } from '../certificate.ts';

/** A proxy's program on this machine. */
export interface ProxyProgram {
  readonly path: string;
  /**
   * Versions of the program and of libraries in it that affect results, such as `quic-go`, by name.
   */
  readonly versions: Readonly<Record<string, string>>;
}

export interface ProxyOptions {
  /** Id of the variant that answers behind it. */
  readonly variant: string;
  /** The only protocol that it may offer to clients. */
  readonly protocol: VariantProxy['protocol'];
  readonly transport: Variant['transport'];
  readonly certificate: Certificate;
  /** Where it runs, and the address to listen on. */
  readonly place: NetworkSide;
  /** Where clients find it, such as "https://127.0.0.1:8443". */
  readonly origin: string;
  readonly port: number;
  /** Path of the Unix socket of the server, which speaks HTTP/1.1 without TLS. */
  readonly socket: string;
  readonly limits: ClientLimits;
  /** Of a request; a backstop: the application behind knows the exact limits, and answers in its own terms. */
  readonly maxBodyBytes: number;
  readonly buffering: FactorValues['proxyBuffering'];
  /** Of the server: without it no request is answered. */
  readonly token?: string;
  readonly logPath: string;
}

/** One kind of proxy: how to find it and how to start it. */
export interface Proxy {
  /** Message when none was found, with the remedy. */
  readonly missing: string;
  /** @returns the program, or null when this machine has none that fits. */
  find(): Promise<ProxyProgram | null>;
  /** @returns the program at a path, however old; null for another one. */
  inspect(path: string): Promise<ProxyProgram | null>;
  /**
   * Starts it and waits until it answers in its protocol.
   * @throws UserError when it ends before, or does not answer in time.
   */
  start(program: ProxyProgram, options: ProxyOptions): Promise<ManagedProcess>;
}
