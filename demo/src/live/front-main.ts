import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { TOKEN_VARIABLE } from '@holbench/core/http/access';
import * as v from 'valibot';
import { readFolder } from '@holbench/harness/web/serve-files';
import { SaveAnswer } from '../save/seen.ts';
import { serveDemo } from '../serve-demo.ts';
import type { Asked } from './start-front.ts';

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
    // It may save what it has seen.
    saves: { type: 'boolean', default: false },
  },
});
const { folder, host, port, cert, key, controls, saves } = values;
/** The demo asks what is next, and its answer to that is its next question: one at a time. */
let said = once(process, 'message');
async function tell(asked: Asked): Promise<unknown> {
  const ready = said;
  said = ready.then(() => {
    const answered = once(process, 'message');
    process.send?.(asked);
    return answered;
  });
  const [answered]: unknown[] = await said;
  return answered;
}
const served = await serveDemo(new Map(await readFolder(folder)), {
  host,
  port: Number(port),
  tls: { cert: await readFile(cert), key: await readFile(key) },
  token: process.env[TOKEN_VARIABLE] ?? null,
  ...(controls && {
    onControl: (control) => void tell({ control }),
  }),
  ...(saves && { onSave: async (save) => v.parse(SaveAnswer, await tell({ save })) }),
});
console.log(`serving ${served.address}`);
