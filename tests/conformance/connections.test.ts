import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { build } from 'rolldown';
import { acceptConnection } from './connections/accept-connection.ts';
import {
  http1Peer,
  http2Peer,
  type OpenPeer,
  plainHttp1Peer,
  webSocketPeer,
} from './connections/peers.ts';

/** One suite for every `Connection`, on the Node.js and behind the TLS of its server. */
const { root, serverNodes, certificate } = await findTools();

/** Built beside its server's own program, where that finds its native modules. */
async function built(server: 'node' | 'uws'): Promise<string> {
  const file = join(root, `servers/${server}/dist/connections.js`);
  await build({
    cwd: root,
    input: join(import.meta.dirname, `connections/${server}-server.ts`),
    platform: 'node',
    external: ['bufferutil', 'utf-8-validate', 'uWebSockets.js'],
    transform: { target: 'node20' },
    logLevel: 'warn',
    output: { file, format: 'esm' },
  });
  return file;
}

const node = await built('node');
const uwsServer = await built('uws');
const noCertificate = certificate ? null : 'no certificate in certs/; run ./setup.sh';
const uws = serverNodes.native['uWebSockets.js'];
const noUws = uws.loads ? noCertificate : uws.reason;

type Row = readonly [name: string, program: string, kind: string, peer: OpenPeer];
const ROWS: readonly Row[] = [
  ['ws', node, 'ws', webSocketPeer],
  ['batches on ws', node, 'batching', webSocketPeer],
  ['Node response, HTTP/1.1', node, 'http1', http1Peer],
  // Behind a proxy: there libuv holds a chunk's own memory, which TLS copies.
  ['Node response, HTTP/1.1 without TLS', node, 'http1-plain', plainHttp1Peer],
  ['Node response, HTTP/2', node, 'http2', http2Peer],
  ['Node response in pieces, HTTP/2', node, 'http2-piecewise', http2Peer],
  ['uWS WebSocket', uwsServer, 'ws', webSocketPeer],
  ['uWS response', uwsServer, 'chunked', http1Peer],
  ['uWS response with a content length', uwsServer, 'content-length', http1Peer],
];
function nodePath(program: string): string {
  return program === uwsServer && uws.loads ? uws.path : serverNodes.newest.path;
}

for (const [name, program, kind, openPeer] of ROWS) {
  acceptConnection({
    name,
    command: [nodePath(program), program, kind, certificate?.cert ?? '', certificate?.key ?? ''],
    openPeer,
    closeCode: openPeer === webSocketPeer ? 1008 : null,
    skipped: program === uwsServer ? noUws : noCertificate,
  });
}
