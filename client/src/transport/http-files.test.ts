import { DEFAULT_FACTORS } from '@holbench/factors/values';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { LOADED_FILE_HEADER, type LoadedFile } from '@holbench/protocol/bodies';
import { expect, test } from 'vitest';
import { HttpTransport } from './http-transport.ts';

const ID = 'co_0123456789abcdef';
const FILE: LoadedFile = {
  file: { bytes: 1_000_000, sha256: '0'.repeat(64), xxh64: '0'.repeat(16) },
  chunkBytes: 1_024,
  encoding: 'base64-json',
};

/** Answers with `announced` and a line that is no chunk, and goes on for ever. */
async function endlessServer(announced: string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { [LOADED_FILE_HEADER]: announced });
    response.write('no chunk\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    response: once(server, 'request').then(([, response]: ServerResponse[]) => response),
    [Symbol.dispose]: () => {
      server.close().closeAllConnections();
    },
  };
}

test.each([
  ['a body', JSON.stringify(FILE)],
  ['a header', '{"file":'],
])('%s that is refused is not read on', async (_name, announced) => {
  using server = await endlessServer(announced);
  const loading = new HttpTransport(server.origin, DEFAULT_FACTORS).loadFile(
    ID,
    new AbortController().signal,
  );
  const closed = server.response.then((response) => response && once(response, 'close'));
  await expect(loading).rejects.toMatchObject({ code: 'malformed_message' });
  await closed;
});
