import { findTools } from '@holbench/harness/tools';
import { whyUnsupported } from '@holbench/harness/unsupported';
import { openSerialClient } from '@holbench/raw-clients/serial/open-serial-client';
import { isOverQuic } from '@holbench/variants/protocols';
import { variant as variantOf, VARIANTS } from '@holbench/variants/registry';
import { describe, expect, test } from 'vitest';
import { describeSerialClients, startAlone } from './suite/serial-clients.ts';

/** The clients that measure rates, over every protocol on TCP. They need no browser. */
const tools = await findTools();
const noCertificate = tools.certificate ? null : 'no certificate in certs/; run ./setup.sh';

for (const variant of VARIANTS) {
  const { id, protocol } = variant;
  if (isOverQuic(protocol)) continue;
  const reason = noCertificate ?? whyUnsupported(variant, tools);
  describe.skipIf(reason !== null)(reason === null ? id : `${id}, skipped: ${reason}`, () => {
    describeSerialClients(tools, variant, protocol, {});
    if (protocol !== 'websocket') return;
    describeSerialClients(tools, variant, protocol, { batchMs: 5, bulkWindowBytes: 200_000 });
  });
}

// uWebSockets.js chooses no protocol; Node refuses.
test.for(['node-http1', 'uws-http1'])('%s does not pass for another', async (id, { skip }) => {
  const variant = variantOf(id);
  const reason = noCertificate ?? whyUnsupported(variant, tools);
  skip(reason !== null, reason ?? '');
  await using server = await startAlone(tools, variant, { chunkBytes: 2048 });
  await expect(openSerialClient('h2', server.origin)).rejects.toThrow();
  await expect(openSerialClient('websocket', server.origin)).rejects.toThrow('404');
});

test.skipIf(noCertificate)(
  'no WebSocket is opened over HTTP/2 that does not allow it',
  async () => {
    await using server = await startAlone(tools, variantOf('node-http2'), {});
    const opened = openSerialClient('websocket', server.origin);
    await expect(opened).rejects.toThrow('the server chose HTTP/2, and allows no WebSocket in it');
  },
);
