import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CHUNK_BYTES } from '@holbench/protocol/limits';

/** The command line that the three floor servers share. */
export function floorOptions(): { port: number; cert: Buffer; key: Buffer; bytes: number } {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      cert: { type: 'string' },
      key: { type: 'string' },
      bytes: { type: 'string' },
    },
  });
  const { port, cert, key, bytes } = values;
  if (!port || !cert || !key || !bytes) throw new Error('needs --port, --cert, --key and --bytes');
  return {
    port: Number(port),
    cert: readFileSync(cert),
    key: readFileSync(key),
    bytes: Number(bytes),
  };
}

/** An incompressible file in memory, in the lab's chunks. */
export function chunksInMemory(bytes: number): Buffer[] {
  const file = randomFillSync(Buffer.allocUnsafe(bytes));
  return Array.from({ length: Math.ceil(bytes / CHUNK_BYTES) }, (_, index) =>
    file.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  );
}

/** Cross-origin isolated like the lab's own page, so that both are timed by the same clock. */
export const PAGE_HEADERS = {
  'content-type': 'text/html',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

export const PAGE = '<!doctype html><title>floor</title>';
