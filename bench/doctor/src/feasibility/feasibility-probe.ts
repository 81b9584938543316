import type { Tools } from '@holbench/harness/tools';
import type { ProbeLab } from './probe-lab.ts';

/** What a probe saw. */
export interface Seen {
  readonly works: boolean;
  readonly evidence: string;
}

/**
 * Tries a combination of transport and server that the lab has no variant of, with real processes
 * on loopback, and says what happened.
 */
export interface FeasibilityProbe {
  readonly id: string;
  /** The combination, with the versions that are tried. */
  what(tools: Tools): string;
  /** What it needs and this machine lacks; null when all is there. */
  missing(tools: Tools): string | null;
  /** Everything that it starts belongs to `lab`, which ends it. May throw: then nothing was probed. */
  run(lab: ProbeLab): Promise<Seen>;
}

export const NO_CHROMIUM = 'no Chromium found';
export const NO_CADDY = 'no Caddy found';
export const NO_CERTIFICATE = 'no valid certificate in certs/';

/** Of those that a browser asks a Caddy. */
export function missingOfCaddy({ chromium, caddy, certificate }: Tools): string | null {
  if (!chromium) return NO_CHROMIUM;
  if (!caddy) return NO_CADDY;
  return certificate ? null : NO_CERTIFICATE;
}

/** `Caddy 2.11.7 (quic-go 0.63.0)`. */
export function caddyText({ caddy }: Tools): string {
  const quicGo = caddy?.quicGo ? ` (quic-go ${caddy.quicGo})` : '';
  return `Caddy ${caddy?.version ?? '–'}${quicGo}`;
}

/** `Chromium 156.0.7444.59`. */
export function chromiumText({ chromium }: Tools): string {
  return `Chromium ${chromium?.version ?? '–'}`;
}
