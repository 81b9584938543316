import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
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
    // The page may ask for another network.
    controls: { type: 'boolean', default: false },
  },
});
const { folder, host, port, cert, key, controls } = values;
/** Resolves when the demo asks for the next control. */
const waiting = Promise.withResolvers<void>();
process.on('message', () => waiting.resolve());
const served = await serveDemo(new Map(await readFolder(folder)), {
  host,
  port: Number(port),
  tls: { cert: await readFile(cert), key: await readFile(key) },
  token: process.env[TOKEN_VARIABLE] ?? null,
  ...(controls && {
    onControl: (control) => {
      void waiting.promise.then(() => process.send?.(control));
    },
  }),
});
console.log(`serving ${served.address}`);
