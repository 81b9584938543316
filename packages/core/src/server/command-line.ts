import { parseArgs } from 'node:util';
import { parseServerFactors, type ServerFactors } from './factors.ts';
import { uploadFolderOf } from './upload-folder.ts';

export interface ServerOptions {
  readonly variant: string;
  readonly host: string;
  readonly port: number;
  /** Paths of certificate and key, PEM. Empty behind a proxy: without TLS. */
  readonly cert: string;
  readonly key: string;
  /** Folder of the built page. */
  readonly assets: string;
  /** Folder of a data set. */
  readonly data: string;
  /** Folder for uploads, emptied at the start and removed at the end; default beside the data set. */
  readonly uploads: string;
  readonly factors: ServerFactors;
}

/** Options of every server program; the harness starts them, but so can a person. */
export function parseServerOptions(args: readonly string[]): ServerOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      variant: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string' },
      cert: { type: 'string', default: '' },
      key: { type: 'string', default: '' },
      assets: { type: 'string' },
      data: { type: 'string' },
      uploads: { type: 'string' },
      factors: { type: 'string', default: '{}' },
    },
  });
  const { variant, host, port, cert, key, assets, data } = values;
  if (!variant || !assets || !data || !port || !/^\d+$/.test(port)) {
    throw new Error('needs --variant, --port, --assets and --data');
  }
  const factors = parseServerFactors(values.factors);
  const uploads = values.uploads ?? uploadFolderOf(data, process.pid);
  return { variant, host, port: Number(port), cert, key, assets, data, uploads, factors };
}
