import type { CoValueText } from '@holbench/protocol/covalue';
import type { Page } from 'playwright-core';

export const TEXT: CoValueText = {
  author: 'An author',
  title: 'A title – with more than ASCII: äöü €',
  summary: 'A summary',
  preview: 'A preview',
};

/** Id of the `index`th CoValue of the data set. */
export async function idWithFile(page: Page, index: number): Promise<string> {
  return page.evaluate(async (index) => {
    const transport = await window.holbench.transport();
    const { value } = await transport.list(AbortSignal.timeout(5_000));
    const id = value[index]?.id;
    if (!id) throw new Error(`there is no CoValue ${index}`);
    return id;
  }, index);
}

/** Loads the file of a CoValue, and waits for the proof of its protocol. */
export async function pageLoadFile(page: Page, id: string) {
  return page.evaluate(async (id) => {
    const transport = await window.holbench.transport();
    const { value, bytes, protocol } = await transport.loadFile(id, AbortSignal.timeout(9_000));
    return { value, bytes, protocol: await protocol };
  }, id);
}

/** Id of a CoValue of its own, for a test that counts events. */
export async function newCoValue(page: Page): Promise<string> {
  return page.evaluate(async (text) => {
    const transport = await window.holbench.transport();
    return (await transport.create(text, AbortSignal.timeout(5_000))).value;
  }, TEXT);
}

export interface PageUpload {
  readonly id: string;
  readonly sha256: string;
  readonly protocol: string;
  /** Code of the failure; null when the upload succeeded. */
  readonly failed: string | null;
  /** Of the chunks that the page was asked for. */
  readonly chunkLengths: readonly number[];
}

/**
 * Creates a CoValue with a file whose byte i is i modulo 251.
 * @param abortAtByte Aborts when the page is asked for the chunk from this byte on.
 */
export async function uploadFromPage(
  page: Page,
  bytes: number,
  abortAtByte = Number.MAX_SAFE_INTEGER,
): Promise<PageUpload> {
  return page.evaluate(
    async ({ bytes, abortAtByte, text }) => {
      const content = Uint8Array.from({ length: bytes }, (_, position) => position % 251);
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
      const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'));
      const sha256 = hex.join('');
      const abort = new AbortController();
      const chunkLengths: number[] = [];
      const source = {
        declaration: { bytes, sha256 },
        chunk: (index: number, chunkBytes: number) => {
          const begin = index * chunkBytes;
          if (begin >= abortAtByte) abort.abort();
          const chunk = content.slice(begin, begin + chunkBytes);
          chunkLengths.push(chunk.byteLength);
          return chunk;
        },
      };
      const transport = await window.holbench.transport();
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(9_000)]);
      try {
        const { value: id, protocol } = await transport.createWithFile(text, source, signal);
        return { id, sha256, protocol: await protocol, failed: null, chunkLengths };
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error;
        return { id: '', sha256, protocol: '', failed: String(error.code), chunkLengths };
      }
    },
    { bytes, abortAtByte, text: TEXT },
  );
}

/** @returns `loaded`, or the code of the failure to load the text of `id`. */
export async function pageLoadCode(page: Page, id: string): Promise<string> {
  return page.evaluate(async (id) => {
    const transport = await window.holbench.transport();
    const failed = (error: { code: string }): string => error.code;
    return transport.load(id, AbortSignal.timeout(5_000)).then(() => 'loaded', failed);
  }, id);
}
