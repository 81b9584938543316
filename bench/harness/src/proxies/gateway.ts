import { runTool } from '@holbench/process/run-tool';
import * as v from 'valibot';
import { startAnswering } from '../readiness/start-answering.ts';
import { findProgram } from './find-program.ts';
import type { Proxy, ProxyProgram } from './proxy.ts';

const NAME = 'holbench-gateway';
const VARIABLE = 'HOLBENCH_GATEWAY';

/** The lab's own gateway of WebTransport (gateway/). */
export const gateway: Proxy = {
  missing: `the gateway of WebTransport is not built; install Rust 1.91 or newer (cargo) and run ./setup.sh, or set ${VARIABLE} to a built one`,
  find: () => findProgram(NAME, VARIABLE, inspect),
  inspect,
  start: async (
    { path },
    { variant, protocol, certificate, origin, socket, maxBodyBytes, ...options },
  ) => {
    const { place, port, logPath } = options;
    const { cert, key } = certificate;
    const given = {
      host: place.address,
      port,
      cert,
      key,
      upstream: socket,
      maxBodyBytes,
    };
    const { server } = await startAnswering(
      place,
      { name: `proxy of ${variant}`, command: path, args: [JSON.stringify(given)], logPath },
      { origin, protocol, variant },
    );
    return server;
  },
};

const Printed = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ 'web-transport-quinn': v.string(), quinn: v.string() }),
);

/** @returns null for what is not the gateway. */
async function inspect(path: string): Promise<ProxyProgram | null> {
  const output = await runTool(path, ['--versions']).catch(() => '');
  const printed = v.safeParse(Printed, output);
  return printed.success ? { path, versions: printed.output } : null;
}
