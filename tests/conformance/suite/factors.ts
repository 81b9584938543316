import { chunkCount, chunkLength } from '@holbench/protocol/wire-limits';
import { describe, expect, test } from 'vitest';
import { FILE_BYTES, type LabUnderTest } from '../lab/lab-under-test.ts';
import { idWithFile, pageLoadFile, uploadFromPage } from '../lab/page-operations.ts';
import { describeEncoding } from './factors/encoding.ts';
import { describeBatches } from './factors/batches.ts';
import { describeBulkWindow } from './factors/bulk-window.ts';
import { describeCompression } from './factors/compression.ts';

/** Most that the page takes from a response at once. */
const READ_BUFFER_BYTES = 256 * 1024;

/** What every setting must leave as it is, and that it does what it says. */
export function describeFactors(lab: LabUnderTest): void {
  const { chunkBytes, encoding } = lab.factors;

  describe('files', () => {
    test('a download announces its form, and keeps to it', async () => {
      const id = await idWithFile(lab.page(0), 0);
      await using client = await lab.rawClient();
      const { loaded, chunks, isBase64 } = await client.download(id);
      expect(loaded).toEqual({ file: { ...loaded.file, bytes: FILE_BYTES }, chunkBytes, encoding });
      expect(isBase64).toBe(encoding === 'base64-json');
      // A raw HTTP body has no chunks that could be seen.
      if (!isBase64 && lab.variant.transport === 'http') return;
      const count = chunkCount(FILE_BYTES, chunkBytes);
      expect(chunks).toEqual(
        Array.from({ length: count }, (_, index) => chunkLength(FILE_BYTES, index, chunkBytes)),
      );
    });

    test('a page is told of payload alone, from the first piece that it is given', async () => {
      const id = await idWithFile(lab.page(0), 0);
      const { pieces, ...times } = await lab.page(0).evaluate(async (id) => {
        const transport = await window.holbench.transport();
        const pieces: number[] = [];
        let firstAtMs = Infinity;
        const beganAtMs = performance.now();
        const signal = AbortSignal.timeout(9_000);
        const { endedAtMs } = await transport.loadFile(id, signal, (bytes) => {
          firstAtMs = Math.min(firstAtMs, performance.now());
          pieces.push(bytes);
        });
        return { pieces, beganAtMs, firstAtMs, endedAtMs };
      }, id);
      expect(pieces.reduce((sum, bytes) => sum + bytes, 0)).toBe(FILE_BYTES);
      expect(times.firstAtMs).toBeGreaterThan(times.beganAtMs);
      expect(times.firstAtMs).toBeLessThan(times.endedAtMs);
      // Messages, and lines, are given as complete chunks; a raw HTTP body as what has come of it.
      const isRawBody = encoding === 'raw' && lab.variant.transport === 'http';
      if (isRawBody) expect(pieces[0]).toBeLessThanOrEqual(READ_BUFFER_BYTES);
      else expect(pieces[0]).toBe(chunkLength(FILE_BYTES, 0, chunkBytes));
    });

    test('a page gets every byte of several downloads at once', async () => {
      const ids = await Promise.all([0, 1, 2].map((index) => idWithFile(lab.page(0), index)));
      const loaded = await lab.page(0).evaluate(async (ids) => {
        const transport = await window.holbench.transport();
        const signal = AbortSignal.timeout(20_000);
        const files = await Promise.all(ids.map((id) => transport.loadFile(id, signal)));
        return files.map(({ bytes }) => bytes);
      }, ids);
      expect(loaded).toEqual(ids.map(() => FILE_BYTES));
    });

    test.each([1, chunkBytes, chunkBytes + 1, 10 * chunkBytes + 7])(
      'an upload of %i bytes comes in the chunks asked for, and goes back whole',
      async (bytes) => {
        const created = await uploadFromPage(lab.page(0), bytes);
        expect(created.failed).toBeNull();
        expect(created.protocol).toBe(lab.variant.protocol);
        const count = chunkCount(bytes, chunkBytes);
        expect(created.chunkLengths).toEqual(
          Array.from({ length: count }, (_, index) => chunkLength(bytes, index, chunkBytes)),
        );
        const { value: loaded } = await pageLoadFile(lab.page(0), created.id);
        expect(loaded).toMatchObject({ bytes, sha256: created.sha256 });
      },
    );
  });

  if (encoding === 'base64-json') describeEncoding(lab);
  if (lab.factors.bulkWindowBytes) describeBulkWindow(lab, lab.factors.bulkWindowBytes);
  if (lab.factors.batchMs) describeBatches(lab);
  if (lab.factors.compression !== 'off') describeCompression(lab);
}
