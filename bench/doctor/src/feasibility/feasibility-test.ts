import type { Tools } from '@holbench/harness/tools';
import type { TestLab } from './test-lab.ts';

/** What a test saw. */
export interface Seen {
  readonly works: boolean;
  readonly evidence: string;
}

/**
 * Tries a combination of transport and server that the lab has no variant of, with real processes
 * on loopback, and says what happened.
 */
export interface FeasibilityTest {
  readonly id: string;
  /** The combination, with the versions that are tested. */
  what(tools: Tools): string;
  /** What it needs and this machine lacks; null when all is there. */
  missing(tools: Tools): string | null;
  /** Everything that it starts belongs to `lab`, which ends it. May throw: then nothing was tested. */
  run(lab: TestLab): Promise<Seen>;
}

/** @returns why a browser cannot ask a server of the lab's certificate; null when it can. */
export function missingOfBrowser({ chromium, certificate }: Tools): string | null {
  if (!chromium) return 'no Chromium found';
  return missingOfServer({ certificate });
}

export function missingOfServer({ certificate }: Pick<Tools, 'certificate'>): string | null {
  return certificate ? null : 'no valid certificate in certs/';
}

/** For tests in which a browser asks a Caddy. */
export function missingOfCaddy(tools: Tools): string | null {
  return missingOfBrowser(tools) ?? (tools.proxies['caddy'] ? null : 'no Caddy found');
}

/** `Caddy 2.11.7 (quic-go 0.63.0)`. */
export function caddyText({ proxies }: Tools): string {
  const versions = proxies['caddy']?.versions;
  const quicGo = versions?.['quic-go'] ? ` (quic-go ${versions['quic-go']})` : '';
  return `Caddy ${versions?.['caddy'] ?? '–'}${quicGo}`;
}

/** `Chromium 156.0.7444.59`. */
export function chromiumText({ chromium }: Tools): string {
  return `Chromium ${chromium?.version ?? '–'}`;
}
