import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Health, HEALTH_PATH } from '@holbench/protocol/health';
import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { PROTOCOL_VERSION } from '@holbench/protocol/version';

/**
 * Shared by the three floor servers: their command line, a file in memory and two small answers.
 * @throws Error when an argument is missing.
 */
export function startedFloor() {
  const text = { type: 'string' } as const;
  const options = { variant: text, host: text, port: text, cert: text, key: text, bytes: text };
  const { values } = parseArgs({ options });
  const { variant, host, port, cert, key, bytes } = values;
  if (!variant || !host || !port || !cert || !key || !bytes) {
    throw new Error('needs --variant, --host, --port, --cert, --key and --bytes');
  }
  const health: Health = {
    status: 'ok',
    variant,
    protocolVersion: PROTOCOL_VERSION,
    versions: { node: process.versions.node },
  };
  return {
    listen: { host, port: Number(port) },
    tls: { cert: readFileSync(cert), key: readFileSync(key), minVersion: 'TLSv1.3' as const },
    bytes: Number(bytes),
    chunks: chunksInMemory(Number(bytes)),
    /** The page, or the answer to the readiness check. */
    answer: (path: string | undefined) =>
      path === HEALTH_PATH
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(health) }
        : { headers: PAGE_HEADERS, body: '<!doctype html><title>floor</title>' },
  };
}

/** An incompressible file, in the lab's chunks. */
function chunksInMemory(bytes: number): Buffer[] {
  const file = randomFillSync(Buffer.allocUnsafe(bytes));
  return Array.from({ length: Math.ceil(bytes / CHUNK_BYTES) }, (_, index) =>
    file.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  );
}

/** Cross-origin isolated like the lab's own page, so that both are timed by the same clock. */
const PAGE_HEADERS = {
  'content-type': 'text/html',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};
