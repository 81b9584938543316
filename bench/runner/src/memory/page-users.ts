import type { Page } from 'playwright-core';
import type { Measurement } from '@holbench/results/sample';

/** Users as a server sees them, who do the two things that fill a server's memory. */
export interface MemoryUsers {
  /** Asks for the file of CoValue `id` and, once it has begun to come, reads no further. */
  stall(id: string): Promise<void>;
  /** Uploads a file of so many bytes as fast as the server takes it, in the page's window. */
  upload(bytes: number): Promise<void>;
  /** Ends every connection. */
  close(): Promise<void>;
}

/**
 * Users in one Chromium page, for HTTP/3, which Node.js does not speak. They share the page's one
 * QUIC connection, and the file that they upload is made by the page.
 */
export function pageUsers(page: Page): MemoryUsers {
  return {
    async stall(id) {
      await page.evaluate(async (id) => {
        const response = await fetch(`/covalues/${id}/file`, { cache: 'no-store' });
        if (!response.body) throw new Error('a response without a body');
        // Held, so that it is not collected and its transfer cancelled with it.
        Object.assign(window, { [`stalled ${performance.now()}`]: response.body.getReader() });
      }, id);
    },
    async upload(bytes) {
      const spec = { kind: 'binary', user: 0, timeoutMs: 600_000, seed: 1, fileBytes: bytes };
      const measurement = (await page.evaluate(
        (spec) => window.holbench.call('2d', 'operate', [spec]),
        spec,
      )) as Measurement;
      if (measurement.outcome.status !== 'ok') throw new Error(JSON.stringify(measurement.outcome));
    },
    close: async () => {},
  };
}
