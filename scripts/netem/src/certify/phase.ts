import type { LinkDirection } from '@holbench/results/network-profile';

export type Protocol = 'udp' | 'tcp';

/** Packets of one direction at a steady pace; packet i is of `protocols[i % protocols.length]`. */
export interface Lane {
  readonly packets: number;
  /** Of the IP packet. */
  readonly bytes: number;
  readonly gapUs: number;
  readonly protocols: readonly Protocol[];
}

/** UDP packets from the client that the server sends back. */
export interface EchoPhase {
  readonly kind: 'echo';
  readonly packets: number;
  /** Of the IP packet. */
  readonly bytes: number;
  readonly gapUs: number;
  /** Longest wait for what is still under way after the last packet was sent. */
  readonly waitMs: number;
}

/** TCP connections from the client to the server. */
export interface ConnectPhase {
  readonly kind: 'connect';
  readonly connections: number;
  readonly gapUs: number;
  /** Longest that one may take. */
  readonly waitMs: number;
}

/** Packets in both directions at once. */
export interface StreamPhase {
  readonly kind: 'stream';
  readonly down: Lane;
  readonly up: Lane;
  readonly waitMs: number;
}

/** What the probe (scripts/netem/probe/) does, one phase after the other. */
export type Phase = EchoPhase | ConnectPhase | StreamPhase;

/** Waited for packets beyond the time that the profile itself keeps them, in ms. */
export const MARGIN_MS = 100;

/** Milliseconds that a packet takes at the bottleneck. */
export function serialisationMs({ rateKbps }: LinkDirection, bytes: number): number {
  return rateKbps === null ? 0 : (bytes * 8) / rateKbps;
}
