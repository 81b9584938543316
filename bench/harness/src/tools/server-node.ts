import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { messageOf, UserError } from '@holbench/process/user-error';
import { packageVersion } from '@holbench/core/server/package-version';
import { runTool } from '@holbench/process/run-tool';

export interface ServerNode {
  readonly path: string;
  /** Such as "20.20.2". */
  readonly version: string;
}

export type UwsSupport =
  | {
      readonly loads: true;
      readonly version: string;
      /** Why it loads in no newer Node that is here: the first reason; null where none was tried. */
      readonly notNewer: string | null;
    }
  | NotLoading;

interface NotLoading {
  readonly loads: false;
  readonly reason: string;
}

const UWS_FOLDER = join(PROJECT_ROOT, 'servers/uws');

/**
 * Chooses the Node.js of *all* server processes: the tooling's, or the pinned Node 20 if
 * uWebSockets.js loads only there (its binary for Node 20 accepts an older glibc).
 * HOLBENCH_SERVER_NODE overrides the choice.
 * @throws UserError when HOLBENCH_SERVER_NODE is not a Node.js binary.
 */
export async function chooseServerNode(): Promise<{ serverNode: ServerNode; uws: UwsSupport }> {
  const override = process.env.HOLBENCH_SERVER_NODE;
  const candidates = override ? [resolve(override)] : [process.execPath, pinnedNode()];
  let first: { serverNode: ServerNode; uws: NotLoading } | null = null;
  for (const path of candidates) {
    const serverNode = path && (await inspect(path));
    if (!serverNode) continue;
    const uws = await loadUws(path);
    if (uws.loads) {
      const notNewer = first && `in Node ${first.serverNode.version} ${first.uws.reason}`;
      return { serverNode, uws: { ...uws, notNewer } };
    }
    first ??= { serverNode, uws };
  }
  if (!first)
    throw new UserError(
      `HOLBENCH_SERVER_NODE=${override} is not a Node.js binary; unset it or correct it`,
    );
  return first;
}

async function inspect(path: string): Promise<ServerNode | null> {
  const output = await runTool(path, ['--version']).catch(() => '');
  const version = /^v(\d+\.\d+\.\d+)/.exec(output)?.[1];
  return version === undefined ? null : { path, version };
}

/** The pinned Node 20, an optional dependency of this package; null where there is none for this platform. */
function pinnedNode(): string | null {
  try {
    const name = `node20-${process.platform}-${process.arch}`;
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin/node');
  } catch {
    return null;
  }
}

/** Loads it in a child process, as the servers do: its binaries depend on the ABI and the libc. */
async function loadUws(
  nodePath: string,
): Promise<{ readonly loads: true; readonly version: string } | NotLoading> {
  try {
    await runTool(nodePath, ['--eval', 'require("uWebSockets.js")'], { cwd: UWS_FOLDER });
    const version = await packageVersion(UWS_FOLDER, 'uWebSockets.js');
    return { loads: true, version: version ?? 'unknown' };
  } catch (error) {
    return { loads: false, reason: explain(messageOf(error)) };
  }
}

/** uWebSockets.js wraps the loader's message in its own advice; this finds the cause. */
function explain(message: string): string {
  const glibc = /version `(GLIBC_[\d.]+)' not found/.exec(message)?.[1];
  if (glibc) return `its binary needs ${glibc}, newer than this system's C library`;
  return /^(?:Error: )(.+)$/m.exec(message)?.[1] ?? message.split('\n')[0] ?? 'unknown reason';
}
