import { CHUNK_BYTES } from '@holbench/protocol/limits';
import { describe, expect, test, vi } from 'vitest';
import { FILE_BYTES, type LabUnderTest } from '../lab/lab-under-test.ts';
import { idWithFile, uploadFromPage } from '../lab/page-operations.ts';
import { stopReading } from '../lab/stop-reading.ts';

/** Downloads whose reader stops; 128 MiB, if a server were to buffer them. */
const STALLED = 16;

/** What a server may gain in memory meanwhile: two chunks a transfer, and what Node feels like. */
const MAX_GAIN_BYTES = 48 * 1024 * 1024;

/** Of a bigger chunk, what a transfer may hold: two, their base64, and what is not collected yet. */
const COPIES = 16;

export function describeTransfers(lab: LabUnderTest): void {
  const { chunkBytes } = lab.factors;
  const longerBytes = Math.max(0, chunkBytes - CHUNK_BYTES);
  const maxGainBytes = MAX_GAIN_BYTES + STALLED * COPIES * longerBytes;

  describe('transfers', () => {
    test('a reader that stops costs O(chunk) memory a transfer, and others nothing', async () => {
      const id = await idWithFile(lab.page(0), 0);
      const before = await lab.rssBytes();
      let peak = before;
      {
        await using _stalled = await stopReading(lab, id, STALLED);
        // A server without back-pressure would read all files at once: give it the time to.
        for (let time = 0; time < 10; time++) {
          await new Promise((resolve) => setTimeout(resolve, 60));
          peak = Math.max(peak, await lab.rssBytes());
        }
        const bytes = await lab.page(1).evaluate(async (id) => {
          const transport = await window.holbench.transport();
          return (await transport.loadFile(id, AbortSignal.timeout(9_000))).bytes;
        }, id);
        expect(bytes).toBe(FILE_BYTES);
        peak = Math.max(peak, await lab.rssBytes());
      }
      expect(peak - before).toBeLessThan(maxGainBytes);
      // Not one of them had been handed to the transport whole: each ends as broken. Written in
      // pieces of half a megabyte, some fit into what kernels and a proxy buffer.
      if (longerBytes === 0) lab.brokenTransfers += STALLED;
    });

    test('a download that its page aborts ends, and the page works on', async () => {
      const id = await idWithFile(lab.page(0), 0);
      const code = await lab.page(0).evaluate(async (id) => {
        const transport = await window.holbench.transport();
        const abort = new AbortController();
        setTimeout(() => abort.abort(), 3);
        const failed = (error: { code: string }): string => error.code;
        return transport.loadFile(id, abort.signal).then(() => 'loaded', failed);
      }, id);
      expect(code).toBe('aborted');
      const bytes = await lab.page(0).evaluate(async (id) => {
        const transport = await window.holbench.transport();
        return (await transport.loadFile(id, AbortSignal.timeout(9_000))).bytes;
      }, id);
      expect(bytes).toBe(FILE_BYTES);
    });

    test('an upload that its page aborts leaves no file and is not listed', async () => {
      const [before, files] = [await listedCount(lab), await lab.uploadedFiles()];
      const upload = await uploadFromPage(lab.page(0), 20 * CHUNK_BYTES, 10 * CHUNK_BYTES);
      expect(upload.failed).toBe('aborted');
      await vi.waitFor(async () => expect(await lab.uploadedFiles()).toEqual(files), 5_000);
      expect(await listedCount(lab)).toBe(before);
      lab.brokenTransfers++;
    });
  });
}

async function listedCount(lab: LabUnderTest): Promise<number> {
  return lab.page(0).evaluate(async () => {
    const transport = await window.holbench.transport();
    return (await transport.list(AbortSignal.timeout(5_000))).value.length;
  });
}
