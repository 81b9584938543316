import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { storeZeros, zeros } from '@holbench/raw-clients/raw-client';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../lab/lab-under-test.ts';
import { TEXT } from '../lab/page-operations.ts';

const BYTES = 20 * CHUNK_BYTES + 7;

/** The client that memory's cells and load tests use, over the variant's own protocol. */
export function describeRawClients(lab: LabUnderTest): void {
  describe('raw clients', () => {
    test('a file uploaded in the window is listed, and comes back', async () => {
      const file = zeros(BYTES);
      await using client = await lab.rawClient();
      const upload = await client.upload(TEXT, file);
      await storeZeros(upload, BYTES);
      const listed = (await client.list()).find(({ id }) => id === upload.id);
      expect(listed?.file).toMatchObject(file);
      const { loaded, chunks } = await client.download(upload.id);
      expect(loaded.file).toEqual(listed?.file);
      expect(chunks.reduce((bytes, length) => bytes + length)).toBe(BYTES);
    });

    test('a request that fails rejects, saying why', async () => {
      await using client = await lab.rawClient();
      await expect(client.download('co_ffffffffffffffff')).rejects.toThrow('unknown_covalue');
    });
  });
}
