import { MAX_WHOLE_BYTES } from '@holbench/protocol/wire-limits';
import type { Tools } from '@holbench/harness/tools';
import type { LabVariant } from '@holbench/variants/registry';
import { describe, expect, test } from 'vitest';
import { FILE_BYTES, LabUnderTest } from '../lab/lab-under-test.ts';
import { idWithFile, pageLoadFile, uploadFromPage } from '../lab/page-operations.ts';

const UPLOAD_BYTES = 20 * 1024 * 1024 + 7;

/** Registers that files go as one message each, up and down: larger than any other may be. */
export function describeWhole(variant: LabVariant, tools: Tools): void {
  describe('with chunks as large as files', () => {
    const lab = new LabUnderTest(variant, tools, { chunkBytes: MAX_WHOLE_BYTES });
    lab.startAndStop();

    test('a download is one chunk', async () => {
      const id = await idWithFile(lab.page(0), 0);
      await using client = await lab.rawClient();
      const { chunks } = await client.download(id);
      if (variant.transport === 'websocket') expect(chunks).toEqual([FILE_BYTES]);
      const { bytes: loaded } = await pageLoadFile(lab.page(0), id);
      expect(loaded).toBe(FILE_BYTES);
    });

    test('an upload is one chunk', async () => {
      const { failed, chunkLengths } = await uploadFromPage(lab.page(0), UPLOAD_BYTES);
      expect({ failed, chunkLengths }).toEqual({ failed: null, chunkLengths: [UPLOAD_BYTES] });
    });
  });
}
