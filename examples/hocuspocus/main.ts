import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { originOf, startServer } from './adapter.ts';
import { HocuspocusEngine } from './hocuspocus.ts';

/** `node examples/hocuspocus/main.ts [--host 127.0.0.1] [--port 8461] FOLDER…`: folders that `pnpm dataset` printed. */
try {
  const { values, positionals: folders } = parseArgs({
    allowPositionals: true,
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8461' },
    },
  });
  if (folders.length === 0) throw new Error('no data: give the folders that pnpm dataset prints');
  const root = join(import.meta.dirname, '../..');
  const [cert, key] = await Promise.all(
    ['lab.crt', 'lab.key'].map((name) => readFile(join(root, 'certs', name))),
  );
  const server = await startServer(await HocuspocusEngine.from(folders), {
    host: values.host,
    port: Number(values.port),
    tls: { cert, key },
    page: join(root, 'client/dist'),
  });
  console.log(`Hocuspocus as own-ws at ${originOf(server)}`);
} catch (error) {
  console.error(`hocuspocus: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
