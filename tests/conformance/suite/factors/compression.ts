import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { WEBSOCKET_SUBPROTOCOL } from '@holbench/protocol/version';
import { describe, expect, test } from 'vitest';
import type { LabUnderTest } from '../../lab/lab-under-test.ts';
import { idWithFile } from '../../lab/page-operations.ts';

/** That answers are compressed; whether they are right, the other tests say. */
export function describeCompression(lab: LabUnderTest): void {
  const { compression } = lab.factors;
  const { transport } = lab.variant;

  describe.runIf(transport === 'http')('compression', () => {
    test('a text comes compressed, and a file as it is', async () => {
      const id = await idWithFile(lab.page(0), 0);
      const codings = await lab.page(0).evaluate(async (id) => {
        const paths = [`/covalues/${id}`, `/covalues/${id}/file`];
        return Promise.all(
          paths.map(async (path) => {
            const response = await fetch(path);
            await response.body?.cancel();
            return response.headers.get('content-encoding');
          }),
        );
      }, id);
      expect(codings).toEqual([compression, null]);
    });
  });

  describe.runIf(transport === 'websocket')('compression', () => {
    test('browser and server agree on permessage-deflate', async () => {
      const extensions = await lab.page(0).evaluate(
        async ({ path, subprotocol }) => {
          const socket = new WebSocket(`wss://${location.host}${path}`, subprotocol);
          await new Promise((resolve) => socket.addEventListener('open', resolve));
          socket.close();
          return socket.extensions;
        },
        { path: WEBSOCKET_PATH, subprotocol: WEBSOCKET_SUBPROTOCOL },
      );
      expect(extensions).toMatch(/^permessage-deflate/);
    });
  });
}
