import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { findOnPath, isExecutable } from '@holbench/process/find-on-path';
import { runTool } from '@holbench/process/run-tool';

export interface Caddy {
  readonly path: string;
  /** Such as "2.11.7". */
  readonly version: string;
  /** Version of the QUIC implementation inside, such as "0.63.0". */
  readonly quicGo: string | null;
}

/** The first with the options that the Caddyfile uses, and the one the lab was validated with. */
export const MINIMUM_CADDY = { major: 2, minor: 11 } as const;

/**
 * Finds a Caddy of at least `MINIMUM_CADDY`: HOLBENCH_CADDY, `.tools/caddy` (setup.sh puts it
 * there), the one on PATH. @returns null when there is none.
 */
export async function findCaddy(): Promise<Caddy | null> {
  const paths = process.env.HOLBENCH_CADDY
    ? [process.env.HOLBENCH_CADDY]
    : [join(PROJECT_ROOT, '.tools/caddy'), await findOnPath(['caddy'])];
  for (const path of paths) {
    const caddy = path && (await isExecutable(path)) ? await inspect(path) : null;
    if (caddy && isRecent(caddy.version)) return caddy;
  }
  return null;
}

async function inspect(path: string): Promise<Caddy | null> {
  const [versionOutput, buildInfo] = await Promise.all([
    runTool(path, ['version']).catch(() => ''),
    runTool(path, ['build-info']).catch(() => ''),
  ]);
  const version = /^v?(\d+\.\d+\.\d+)/.exec(versionOutput)?.[1];
  if (version === undefined) return null;
  const quicGo = /github\.com\/quic-go\/quic-go\s+v(\S+)/.exec(buildInfo)?.[1] ?? null;
  return { path, version, quicGo };
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (
    major > MINIMUM_CADDY.major || (major === MINIMUM_CADDY.major && minor >= MINIMUM_CADDY.minor)
  );
}
