import { Readable } from 'node:stream';
import type { Page } from 'playwright-core';
import type { HttpConnection } from '@holbench/raw-clients/http-client';

declare global {
  /** In the page: the responses that a raw client has asked for. */
  var rawResponses: Response[] | undefined;
}

/**
 * A page's `fetch`, for HTTP/3, which Node.js does not speak. A body is read piece by piece, only
 * when its reader asks. Closing closes the page's context.
 */
export function pageConnection(page: Page): HttpConnection {
  return {
    headersAreFlowControlled: true,
    request: async ({ body, ...request }) => {
      const encoded = body === undefined ? null : Buffer.from(body).toString('base64');
      const { key, ...head } = await page.evaluate(
        async ({ method, path, headers, encoded }) => {
          const decoded = encoded === null ? null : atob(encoded);
          const response = await fetch(path, {
            method: method ?? 'GET',
            headers: { ...headers },
            cache: 'no-store',
            body: decoded && Uint8Array.from(decoded, (byte) => byte.charCodeAt(0)),
          });
          // Held, because an unreferenced response is collected, and its transfer cancelled.
          const key = (globalThis.rawResponses ??= []).push(response) - 1;
          return { key, status: response.status, headers: Object.fromEntries(response.headers) };
        },
        { ...request, encoded },
      );
      return { ...head, body: Readable.from(pieces(page, key), { objectMode: false }) };
    },
    close: () => page.context().close(),
  };
}

async function* pieces(page: Page, key: number): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const encoded = await page.evaluate(async (key) => {
        const reader = globalThis.rawResponses?.[key]?.body?.getReader();
        const piece = await reader?.read();
        reader?.releaseLock();
        if (!piece || piece.done) return null;
        const bytes: Uint8Array = piece.value;
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      }, key);
      if (encoded === null) return;
      yield Buffer.from(encoded, 'base64');
    }
  } finally {
    const cancel = page.evaluate(async (key) => {
      await globalThis.rawResponses?.[key]?.body?.cancel();
    }, key);
    await cancel.catch(() => {});
  }
}
