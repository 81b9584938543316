import { readFile } from 'node:fs/promises';
import type { ServerOptions } from '@holbench/core/server/command-line';

/** As Caddy's and Envoy's. */
const HANDSHAKE_MS = 10_000;

/** Of every server that speaks TLS itself. */
export async function tlsOptions({ cert, key }: ServerOptions) {
  return {
    cert: await readFile(cert),
    key: await readFile(key),
    minVersion: 'TLSv1.3',
    noDelay: true,
    handshakeTimeout: HANDSHAKE_MS,
  } as const;
}
