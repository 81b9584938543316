import { parseArgs } from 'node:util';
import { parseServerFactors } from './factors.ts';
import { uploadFolderOf } from './upload-folder.ts';

/** Options of every server program, which the harness or a person starts. */
export function parseServerOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      variant: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string' },
      // Paths of certificate and key, PEM.
      cert: { type: 'string', default: '' },
      key: { type: 'string', default: '' },
      // Path of a Unix socket, behind a proxy: instead of host, port, certificate and key.
      socket: { type: 'string' },
      // Folder of the built page.
      assets: { type: 'string' },
      // Folder of a data set.
      data: { type: 'string' },
      // Folder for uploads, emptied at the start and removed at the end; default beside the data set.
      uploads: { type: 'string' },
      factors: { type: 'string', default: '{}' },
    },
  });
  const { variant, socket, host, port = '', cert, key, assets, data } = values;
  if (!variant || !assets || !data || (socket === undefined && !/^\d+$/.test(port))) {
    throw new Error('needs --variant, --port or --socket, --assets and --data');
  }
  /** As `Server.listen` takes it. */
  const listenOn = socket === undefined ? { host, port: Number(port) } : { path: socket };
  const factors = parseServerFactors(values.factors);
  const uploads = values.uploads ?? uploadFolderOf(data, process.pid);
  return { variant, listenOn, cert, key, assets, data, uploads, factors };
}

export type ServerOptions = Readonly<ReturnType<typeof parseServerOptions>>;
