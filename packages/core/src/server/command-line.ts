import { parseArgs } from 'node:util';
import { isToken, TOKEN_VARIABLE } from '../http/access.ts';
import { gate } from '../http/gate.ts';
import { parseServerFactors } from './factors.ts';
import { parseJsonOption } from './json-option.ts';
import { ClientLimits } from './client-limits.ts';
import { uploadFolderOf } from './upload-folder.ts';

/**
 * Options of every server program, which the harness or a person starts.
 * @param env may have a token, without which no request is answered.
 */
export function parseServerOptions(
  args: readonly string[],
  env: Readonly<NodeJS.ProcessEnv> = process.env,
) {
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
      // New folder for uploads, removed at the end; default beside the data set.
      uploads: { type: 'string' },
      factors: { type: 'string', default: '{}' },
      // Keeps the time of each load for the summary.
      'stamp-loads': { type: 'boolean', default: false },
      // `ClientLimits`, as JSON.
      limits: { type: 'string', default: '{}' },
      // Largest message in bytes of an endpoint that echoes, instead of the application: for test suites.
      'echo-bytes': { type: 'string' },
    },
  });
  const { variant, socket, host, port = '', cert, key, assets, data } = values;
  if (!variant || !assets || !data || (socket === undefined && !/^\d+$/.test(port))) {
    throw new Error('needs --variant, --port or --socket, --assets and --data');
  }
  const echo = values['echo-bytes'];
  /** As `Server.listen` takes it. */
  const listenOn = socket === undefined ? { host, port: Number(port) } : { path: socket };
  const factors = parseServerFactors(values.factors);
  const limits = parseJsonOption('limits', ClientLimits, values.limits);
  // Node's TLS keeps it, and on a socket of a proxy there is none.
  const allKeptBytes = socket === undefined ? limits.allKeptBytes : Infinity;
  const uploads = values.uploads ?? uploadFolderOf(data, process.pid);
  return {
    variant,
    listenOn,
    cert,
    key,
    assets,
    data,
    uploads,
    factors,
    stampLoads: values['stamp-loads'],
    limits: { ...limits, allKeptBytes },
    /** Null: WebSockets talk to the application. */
    echoBytes: echo === undefined ? null : atLeastOne('echo-bytes', echo),
    gate: gate(tokenIn(env)),
  };
}

/** @throws Error for one that is no token: an empty one would leave the server open. */
function tokenIn({ [TOKEN_VARIABLE]: token }: Readonly<NodeJS.ProcessEnv>): string | null {
  if (token === undefined) return null;
  if (isToken(token)) return token;
  throw new Error(`${TOKEN_VARIABLE}: not 16 to 256 characters of A-Z, a-z, 0-9, _ and -`);
}

function atLeastOne(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`--${name}: '${text}' is not a whole number from 1 on`);
}

export type ServerOptions = Readonly<ReturnType<typeof parseServerOptions>>;
