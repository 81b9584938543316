import { createHash } from 'node:crypto';
import type { ErrorCode } from '@holbench/protocol/errors';
import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { describe, expect, test, vi } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';
import { pageLoadCode, TEXT } from '../lab/page-operations.ts';

const BYTES = 2 * CHUNK_BYTES + 5;
const SHA256 = createHash('sha256').update(new Uint8Array(BYTES)).digest('hex');
const WRONG_SHA256 = '0'.repeat(64);

type Chunks = readonly (readonly [index: number, length: number])[];
const COMPLETE: Chunks = [
  [0, CHUNK_BYTES],
  [1, CHUNK_BYTES],
  [2, 5],
];

const CASES: readonly [name: string, sha256: string, chunks: Chunks, code: ErrorCode][] = [
  ['an index out of range', SHA256, [[3, 5]], 'chunk_index'],
  ['a chunk too short', SHA256, [[0, CHUNK_BYTES - 1]], 'chunk_length'],
  ['a chunk too long', SHA256, [[0, CHUNK_BYTES + 1]], 'chunk_length'],
  ['a last chunk of full length', SHA256, [[2, CHUNK_BYTES]], 'chunk_length'],
  [
    'a repeated chunk',
    SHA256,
    [...COMPLETE.slice(0, 1), ...COMPLETE.slice(0, 1)],
    'chunk_repeated',
  ],
  ['another hash than declared', WRONG_SHA256, COMPLETE, 'hash_mismatch'],
];

export function describeHostileUploads(lab: LabUnderTest): void {
  describe('hostile uploads', () => {
    test('out of order, but right: stored', async () => {
      await using client = await lab.rawClient();
      const upload = await client.upload(TEXT, { bytes: BYTES, sha256: SHA256 });
      for (const [index, length] of COMPLETE.toReversed()) {
        expect(await upload.store(index, new Uint8Array(length))).toBeNull();
      }
      expect(await pageLoadCode(lab.page(0), upload.id)).toBe('loaded');
    });

    test.each(CASES)('%s: refused, nothing left', async (_name, sha256, chunks, code) => {
      const files = await lab.uploadedFiles();
      await using client = await lab.rawClient();
      const upload = await client.upload(TEXT, { bytes: BYTES, sha256 });
      for (const [index, length] of chunks.slice(0, -1)) {
        expect(await upload.store(index, new Uint8Array(length))).toBeNull();
      }
      const [index, length] = chunks.at(-1) ?? [0, 0];
      expect(await upload.store(index, new Uint8Array(length))).toBe(code);
      lab.brokenTransfers++;
      expect(await upload.store(1, new Uint8Array(CHUNK_BYTES))).toBe('unknown_upload');
      await vi.waitFor(async () => expect(await lab.uploadedFiles()).toEqual(files));
      expect(await pageLoadCode(lab.page(0), upload.id)).toBe('unknown_covalue');
    });

    test('a missing chunk: never complete, never listed, removed when given up', async () => {
      const files = await lab.uploadedFiles();
      await using client = await lab.rawClient();
      const upload = await client.upload(TEXT, { bytes: BYTES, sha256: SHA256 });
      expect(await upload.store(0, new Uint8Array(CHUNK_BYTES))).toBeNull();
      expect(await upload.store(2, new Uint8Array(5))).toBeNull();
      expect(await pageLoadCode(lab.page(0), upload.id)).toBe('unknown_covalue');
      await upload.giveUp();
      lab.brokenTransfers++;
      await vi.waitFor(async () => expect(await lab.uploadedFiles()).toEqual(files), 5_000);
    });
  });
}
