import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';

/** `node bare-node.mjs PORT CERT KEY`: HTTP/2 by node:http2, and nothing else. */
const [port, cert, key] = process.argv.slice(2);
const server = createSecureServer({ cert: readFileSync(cert), key: readFileSync(key) });
server.on('stream', (stream) => {
  stream.on('error', () => {});
  stream.respond({ ':status': 200 });
  stream.end('ok');
});
server.listen(Number(port), '127.0.0.1');
