import { CHUNK_BYTES } from '@holbench/protocol/wire-limits';
import { unreadHttp2 } from '@holbench/test-clients/unread-requests';
import { describe, expect, test, vi } from 'vitest';
import { FILE_BYTES, type LabUnderTest, type RssBytes } from '../lab/lab-under-test.ts';
import { idWithFile, pageLoadFile, uploadFromPage } from '../lab/page-operations.ts';

/** Downloads whose reader stops; 128 MiB, if a server were to buffer them. */
const STALLED = 16;

/**
 * What a server may gain in memory meanwhile: two chunks a transfer, and what is not collected yet.
 * Measured: 4 to 39 MiB, most with uws-http1 and behind Caddy.
 */
const MAX_GAIN_BYTES = 48 * 1024 * 1024;

/**
 * What a proxy may gain meanwhile. Measured: 0 to 4 MiB, the gateway 13. Caddy exceeds it when told to buffer
 * answers (`response_buffers`).
 */
const MAX_PROXY_GAIN_BYTES = 32 * 1024 * 1024;

/**
 * Of a bigger chunk, what a transfer may hold: two, their base64, and what is not collected yet.
 * With 512 KiB as base64 the bound is 151 MiB, of 171 that would be buffered without back-pressure.
 * Measured: 54 to 93 MiB, but 140 with node-http1: it sends text, which Node encodes once more.
 */
const COPIES = 16;

export function describeTransfers(lab: LabUnderTest): void {
  const { chunkBytes, fileRead } = lab.factors;
  const longerBytes = Math.max(0, chunkBytes - CHUNK_BYTES);
  // Each download, and that of the page, has the complete file.
  const wholeBytes = fileRead === 'whole' ? (STALLED + 1) * FILE_BYTES : 0;
  const maxGainBytes = MAX_GAIN_BYTES + STALLED * COPIES * longerBytes + wholeBytes;

  describe('transfers', () => {
    test('a reader that stops costs bounded memory a transfer, and others nothing', async () => {
      const id = await idWithFile(lab.page(0), 0);
      const memory = await MemoryGain.of(lab);
      {
        await using client = await lab.rawClient();
        await client.stallDownloads(id, STALLED);
        // A server without back-pressure would read all files at once: give it the time to.
        for (let time = 0; time < 10; time++) {
          await new Promise((resolve) => setTimeout(resolve, 60));
          await memory.look();
        }
        const { bytes } = await pageLoadFile(lab.page(1), id);
        expect(bytes).toBe(FILE_BYTES);
        await memory.look();
      }
      memory.expectLess(maxGainBytes);
      // Not one of them had been handed to the transport complete: each ends as broken. Written in
      // pieces of half a megabyte, some fit into what kernels and a proxy buffer. Behind a proxy that
      // speaks TCP to both sides they may do so in smaller pieces, too: 15 of 16 did over HTTP/1.1.
      const { transport, proxy } = lab.variant;
      const buffered = transport === 'http' && proxy !== null && proxy.protocol !== 'h3';
      if (longerBytes === 0 && !buffered) lab.brokenTransfers += STALLED;
    });

    // A library that holds back only what the client's windows do not allow would read all files.
    test.runIf(lab.variant.protocol === 'h2')(
      'a reader that stops and grants wide windows costs bounded memory, too',
      async () => {
        const id = await idWithFile(lab.page(0), 0);
        const memory = await MemoryGain.of(lab);
        {
          const paths = Array.from({ length: STALLED }, () => `/covalues/${id}/file`);
          await using _reader = await unreadHttp2(lab.origin, paths);
          for (let time = 0; time < 20; time++) {
            await new Promise((resolve) => setTimeout(resolve, 60));
            await memory.look();
          }
        }
        memory.expectLess(maxGainBytes);
      },
    );

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
      const { bytes } = await pageLoadFile(lab.page(0), id);
      expect(bytes).toBe(FILE_BYTES);
    });

    test('downloads that their page aborts share one hasher', async () => {
      const id = await idWithFile(lab.page(0), 0);
      const made = await lab.page(0).evaluate(async (id) => {
        const transport = await window.holbench.transport();
        const { instantiate } = WebAssembly;
        let made = 0;
        Object.assign(WebAssembly, {
          instantiate: (...given: Parameters<typeof instantiate>) => (
            (made += 1),
            instantiate(...given)
          ),
        });
        for (let time = 0; time < 5; time++) {
          const abort = new AbortController();
          const onBytes = () => abort.abort();
          await transport.loadFile(id, abort.signal, onBytes).catch(() => {});
        }
        Object.assign(WebAssembly, { instantiate });
        return made;
      }, id);
      expect(made).toBeLessThanOrEqual(1);
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

/** By how much more memory than before server and proxy had, whenever it was looked at. */
class MemoryGain {
  readonly #lab: LabUnderTest;
  readonly #before: RssBytes;
  readonly #gained = { server: 0, proxy: 0 };

  private constructor(lab: LabUnderTest, before: RssBytes) {
    this.#lab = lab;
    this.#before = before;
  }

  static async of(lab: LabUnderTest): Promise<MemoryGain> {
    return new MemoryGain(lab, await lab.rssBytes());
  }

  async look(): Promise<void> {
    const now = await this.#lab.rssBytes();
    for (const name of ['server', 'proxy'] as const) {
      this.#gained[name] = Math.max(this.#gained[name], now[name] - this.#before[name]);
    }
  }

  expectLess(serverBytes: number): void {
    expect(this.#gained.server).toBeLessThan(serverBytes);
    expect(this.#gained.proxy).toBeLessThan(MAX_PROXY_GAIN_BYTES);
  }
}

async function listedCount(lab: LabUnderTest): Promise<number> {
  return lab.page(0).evaluate(async () => {
    const transport = await window.holbench.transport();
    return (await transport.list(AbortSignal.timeout(5_000))).value.length;
  });
}
