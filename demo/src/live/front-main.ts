import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readFolder } from '../demo-files.ts';
import { serveDemo } from '../serve-demo.ts';

/** Serves a folder as the demo's page, with TLS: a process of its own, which may run in a network namespace. */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    host: { type: 'string', default: '' },
    port: { type: 'string', default: '' },
    cert: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
  },
});
const { folder, host, port, cert, key } = values;
const served = await serveDemo(new Map(await readFolder(folder)), {
  host,
  port: Number(port),
  tls: { cert: await readFile(cert), key: await readFile(key) },
});
console.log(`serving ${served.address}`);
