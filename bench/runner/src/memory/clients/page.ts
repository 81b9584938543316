import type { Page } from 'playwright-core';
import type { Measurement } from '@holbench/results/sample';
import type { LabClient } from './lab-client.ts';

/**
 * Users in one Chromium page, for HTTP/3, which Node.js does not speak. They share the page's one
 * QUIC connection, and the file that they upload is made by the page.
 */
export function pageClient(page: Page): LabClient {
  return {
    async stall(id) {
      await page.evaluate(async (id) => {
        const response = await fetch(`/covalues/${id}/file`, { cache: 'no-store' });
        if (!response.body) throw new Error('a response without a body');
        // Held, so that it is not collected and its transfer cancelled with it.
        Object.assign(window, { [`stalled ${performance.now()}`]: response.body.getReader() });
      }, id);
    },
    async upload({ bytes }) {
      const spec = { kind: 'binary', user: 0, timeoutMs: 600_000, seed: 1, fileBytes: bytes };
      const measurement = (await page.evaluate(
        (spec) => window.holbench.call('2d', 'operate', [spec]),
        spec,
      )) as Measurement;
      if (measurement.outcome.status !== 'ok') throw new Error(JSON.stringify(measurement.outcome));
    },
    close() {},
  };
}
