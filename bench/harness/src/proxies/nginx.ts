import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '@holbench/process/run-tool';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { letWrite } from '@holbench/process/unprivileged';
import { startAnswering } from '../readiness/start-answering.ts';
import { findProgram } from './find-program.ts';
import { nginxConfiguration } from './nginx-configuration.ts';
import type { Proxy, ProxyProgram } from './proxy.ts';

/** Debian 12's. */
const MINIMUM = '1.22.1';

export const nginx: Proxy = {
  missing: `no nginx of at least ${MINIMUM} found; run ./setup.sh on Debian, or set HOLBENCH_NGINX to one`,
  find: () => findProgram('nginx', 'HOLBENCH_NGINX', inspect, MINIMUM),
  inspect,
  start: async ({ path }, { variant, protocol, origin, ...options }) => {
    const { place, logPath, token } = options;
    // For bodies and answers that do not fit into its memory. The system removes it: a proxy may end at any time.
    const { path: folder } = await temporaryFolder('nginx');
    await letWrite(folder);
    const file = join(folder, 'nginx.conf');
    await writeFile(file, nginxConfiguration({ ...options, protocol, folder }));
    const { server } = await startAnswering(
      place,
      {
        name: `proxy of ${variant}`,
        command: path,
        args: ['-e', 'stderr', '-p', folder, '-c', file],
        logPath,
      },
      { origin, protocol, variant },
      token,
    );
    return server;
  },
};

/** @returns null for what is no nginx. */
async function inspect(path: string): Promise<ProxyProgram | null> {
  // It prints its version on standard error.
  const output = await runTool('sh', ['-c', 'exec "$0" -v 2>&1', path]).catch(() => '');
  const version = /nginx\/(\d+\.\d+\.\d+)/.exec(output)?.[1];
  return version === undefined ? null : { path, versions: { nginx: version } };
}
