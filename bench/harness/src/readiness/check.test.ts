import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCertificate } from '../certificate.ts';
import { readHealth } from './check.ts';

const LIMIT_MS = 10_000;
const BLOCK = Buffer.alloc(64 * 1024, ' ');

test.each(['http/1.1', 'h2'] as const)(
  'an answer that is no page of health is not read to its end, which may never come (%s)',
  async (protocol) => {
    const folder = await mkdtemp(join(tmpdir(), 'holbench-health-'));
    const { cert, key } = await makeCertificate(folder);
    const tls = { cert: await readFile(cert), key: await readFile(key), allowHTTP1: true };
    await rm(folder, { recursive: true });
    let sent = 0;
    let isOver = false;
    const server = createSecureServer(tls, (_request, response) => {
      response.on('error', () => {});
      const write = (): void => {
        sent += BLOCK.length;
        if (!isOver && !response.destroyed) response.write(BLOCK, () => setImmediate(write));
      };
      write();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const began = performance.now();
    const origin = `https://127.0.0.1:${port}`;
    expect(await readHealth(origin, protocol, AbortSignal.timeout(LIMIT_MS))).toBeNull();
    expect(performance.now() - began).toBeLessThan(LIMIT_MS / 2);
    // Else it writes on beside the tests of other files, whose timers may be false ones.
    isOver = true;
    expect(sent).toBeLessThan(50 * 1024 ** 2);
    server.close();
  },
);
