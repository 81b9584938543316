import type { FileInfo } from '@holbench/protocol/covalue';
import { pathOf } from '@holbench/protocol/endpoints';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import type { Page } from 'playwright-core';
import '@holbench/scenarios/port/holbench-page';

/** An answer of the page's own transport, and the protocol that carried it. */
export interface Carried<Value> {
  readonly value: Value;
  readonly protocol: string;
}

/** Time limit of an answer, and of the pause between two pieces of a file, in ms. */
export const ANSWER_MS = 10_000;
/** Time limit of a complete file, in ms. */
export const TRANSFER_MS = 600_000;

/** @throws Error for more CoValues than `most`: the caller would have to hold them all. */
export function listAll(page: Page, most: number) {
  return page.evaluate(
    async ({ most, ms }) => {
      await window.holbench.ready;
      const transport = await window.holbench.transport();
      const { value } = await transport.list(AbortSignal.timeout(ms));
      if (value.length <= most) return value;
      throw new Error(`${value.length} CoValues, and at most ${most} can be used`);
    },
    { most, ms: ANSWER_MS },
  );
}

/** Loads texts at once. @returns them in the order of `ids`. */
export function loadTexts(page: Page, ids: readonly string[]) {
  return page.evaluate(
    async ({ ids, ms }) => {
      const transport = await window.holbench.transport();
      const signal = AbortSignal.timeout(ms);
      const loaded = await Promise.all(ids.map((id) => transport.load(id, signal)));
      return Promise.all(
        loaded.map(async ({ value, bytes, protocol }) => ({
          value,
          bytes,
          protocol: await protocol,
        })),
      );
    },
    { ids, ms: ANSWER_MS },
  );
}

/** Loads a file, whose length and hash the page compares with what the server announced. */
export function loadFile(page: Page, id: string): Promise<Carried<FileInfo>> {
  return page.evaluate(
    async ({ id, ms }) => {
      const transport = await window.holbench.transport();
      const silence = new AbortController();
      const give = () => silence.abort(new DOMException('', 'TimeoutError'));
      let timer = setTimeout(give, ms);
      const { value, protocol } = await transport.loadFile(id, silence.signal, () => {
        clearTimeout(timer);
        timer = setTimeout(give, ms);
      });
      clearTimeout(timer);
      return { value, protocol: await protocol };
    },
    { id, ms: ANSWER_MS },
  );
}

/** Begins to load a file. Resolves with its first bytes in the page. */
export function beginFile(page: Page, id: string): Promise<void> {
  return page.evaluate(
    async ({ id, ms, transferMs }) => {
      const transport = await window.holbench.transport();
      await new Promise<void>((resolve, reject) => {
        setTimeout(() => reject(new Error('no bytes of the file came')), ms);
        transport.loadFile(id, AbortSignal.timeout(transferMs), () => resolve()).catch(reject);
      });
    },
    { id, ms: ANSWER_MS, transferMs: TRANSFER_MS },
  );
}

/** Creates a CoValue with a file of `bytes`, which differ. @returns its id, and the SHA-256 that was declared. */
export function createFile(page: Page, bytes: number) {
  return page.evaluate(
    async ({ bytes, ms }) => {
      const transport = await window.holbench.transport();
      const content = Uint8Array.from({ length: bytes }, (_, at) => (at * 31) ^ (at >> 8));
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
      const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
      // As long as the lab's texts: later pages load it, too.
      const preview = 'checked '.repeat(625);
      const text = { author: 'check-server', title: 'a file', summary: '', preview };
      const source = {
        declaration: { bytes, sha256 },
        chunk: (index: number, length: number) =>
          content.slice(index * length, (index + 1) * length),
      };
      const signal = AbortSignal.timeout(3 * ms);
      const { value, protocol } = await transport.createWithFile(text, source, signal);
      return { value, sha256, protocol: await protocol };
    },
    { bytes, ms: ANSWER_MS },
  );
}

/** How a server compresses a text, by its header, or all messages of a WebSocket; null: it does not. */
export function compression(page: Page, transport: string, id: string): Promise<string | null> {
  return page.evaluate(
    async ({ transport, text, path, subprotocol, ms }) => {
      const signal = AbortSignal.timeout(ms);
      if (transport !== 'websocket') {
        const asking = { cache: 'no-store', signal } as const;
        const { headers } = await window.holbench.fetch(text, asking);
        return headers.get('content-encoding');
      }
      const url = location.origin.replace(/^http/, 'ws') + path;
      const socket = new WebSocket(url, subprotocol);
      await new Promise((resolve, reject) => {
        ['open', 'close'].forEach((on) => socket.addEventListener(on, resolve));
        signal.addEventListener('abort', () =>
          reject(new DOMException('signal timed out', 'TimeoutError')),
        );
      });
      const { extensions } = socket;
      socket.close();
      return extensions === '' ? null : extensions;
    },
    {
      transport,
      text: pathOf('load', { id }),
      path: WEBSOCKET_PATH,
      subprotocol: WEBSOCKET_SUBPROTOCOL,
      ms: ANSWER_MS,
    },
  );
}
