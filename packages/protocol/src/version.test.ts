import { createHash } from 'node:crypto';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHUNK_HEADER_BYTES, writeChunkHeader } from './chunk-frame.ts';
import { PROTOCOL_VERSION } from './version.ts';

/**
 * Fingerprint of every version of the wire so far. Never change a line: add one. It covers every
 * schema, limit, header, name and error code that this package exports, and the chunk frame. The
 * endpoints have their own list in packages/core/src/http/routes.test.ts.
 */
const FINGERPRINTS: Readonly<Record<number, string>> = {
  1: '83ce9c3201b332ac70ac6d1c3d4870e1',
  2: '15ae43f9af7f018bf226f31c002f646a',
  3: 'c6b919efd00dd225ab5bc8f8f7e856bb',
  4: '01c8fd88df1e2367a4e2eb73915e785d',
};

test('the wire has not changed without a new PROTOCOL_VERSION', async () => {
  const fingerprint = createHash('sha256')
    .update(await describeWire())
    .digest('hex')
    .slice(0, 32);
  const next = PROTOCOL_VERSION + 1;
  expect(
    fingerprint,
    `The wire (a schema, a limit, a header, an error code or the frame) is not what version ` +
      `${PROTOCOL_VERSION} was. If that is meant: make PROTOCOL_VERSION ${next} in version.ts, ` +
      `run this test again for the new fingerprint, add it to FINGERPRINTS under ${next}, and ` +
      `describe the change in docs/reference/protocol.md. If it is not meant, undo it. Fingerprint`,
  ).toBe(FINGERPRINTS[PROTOCOL_VERSION]);
});

/** Every export of every module but functions, and an example of the one frame, as stable JSON. */
async function describeWire(): Promise<string> {
  // What flow/ exports sends and waits by the schemas, and defines nothing of the wire.
  const options = { cwd: import.meta.dirname, exclude: ['flow/**', 'endpoints.ts'] };
  const files = await Array.fromAsync(glob('**/*.ts', options));
  const wire: Record<string, unknown> = {};
  for (const file of files.toSorted()) {
    if (file.endsWith('.test.ts')) continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a module has names and values
    const exported = (await import(join(import.meta.dirname, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) wire[name] = describe(value);
  }
  const frame = new Uint8Array(CHUNK_HEADER_BYTES);
  writeChunkHeader(frame, 0x0102_0304, 0x0506_0708);
  wire['chunk header'] = [...frame];
  return JSON.stringify(Object.entries(wire).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A schema is described by its own data: `type`, `requirement`, `entries`, `pipe`, `message`… */
function describe(value: unknown): unknown {
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return value.map(describe);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value)
    // Functions are code; `~standard` and its like are valibot's own workings.
    .filter(([key, part]) => typeof part !== 'function' && !key.startsWith('~'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return parts.map(([key, part]) => [key, describe(part)]);
}
