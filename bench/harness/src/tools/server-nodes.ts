import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { byVersion } from '@holbench/process/by-version';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { runTool } from '@holbench/process/run-tool';
import { messageOf, UserError } from '@holbench/process/user-error';
import { type NativePackage, VARIANTS } from '@holbench/variants/registry';

/** A Node.js that runs programs of servers/. */
export interface ServerNode {
  readonly path: string;
  /** Such as "26.12.1". */
  readonly version: string;
}

/** The newest Node in which a package loads. */
interface Loading extends ServerNode {
  readonly loads: true;
  /** Why in none of the newer ones that are here; null where this is the newest. */
  readonly notNewer: string | null;
}

/** In none that is here. */
interface NotLoading {
  readonly loads: false;
  /** Those of all of them. */
  readonly reason: string;
  readonly remedy: string;
}

/** The Node.js of server programs. */
export interface ServerNodes {
  /** Of a program that loads in every Node. */
  readonly newest: ServerNode;
  /** Of the others, by the package that they need. */
  readonly native: Readonly<Record<NativePackage, Loading | NotLoading>>;
  /** Pinned lines that are not installed, such as 26. */
  readonly missing: readonly number[];
}

/** Lines that are dependencies of this package, as node26-linux-x64. The tooling's Node is another candidate. */
const PINNED_LINES = [26, 22, 20] as const;

interface Choosing {
  /** Path of the one Node.js to choose among. Default: HOLBENCH_SERVER_NODE, else all of the lab's. */
  readonly override?: string | undefined;
  /** Folders with other packages in node_modules than those under servers/. */
  readonly servers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Chooses a Node.js for each kind of server program: the newest of the lab's in which it loads.
 * @throws UserError when the one to choose is not a Node.js binary.
 */
export async function chooseServerNodes({
  override = process.env.HOLBENCH_SERVER_NODE,
  servers = {},
}: Choosing = {}): Promise<ServerNodes> {
  const paths = override
    ? [resolve(override)]
    : [process.execPath, ...PINNED_LINES.flatMap((line) => pinnedNode(line) ?? [])];
  const found = (await Promise.all(paths.map(inspect))).filter((node) => node !== null);
  const [newest, ...older] = found.toSorted((a, b) => byVersion(b.version, a.version));
  if (newest === undefined) {
    throw new UserError(
      `HOLBENCH_SERVER_NODE=${override} is not a Node.js binary; unset it or correct it`,
    );
  }
  const natives = VARIANTS.flatMap(({ server: { folder, needs } }) =>
    needs === undefined
      ? []
      : [[needs, servers[folder] ?? join(PROJECT_ROOT, 'servers', folder)] as const],
  );
  const chosen = await Promise.all(
    [...new Map(natives)].map(
      async ([name, folder]) =>
        [name, await newestThatLoads(name, folder, [newest, ...older])] as const,
    ),
  );
  const lines = found.map(({ version }) => Number.parseInt(version));
  return {
    newest,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys
    native: Object.fromEntries(chosen) as ServerNodes['native'],
    missing: override ? [] : PINNED_LINES.filter((line) => !lines.includes(line)),
  };
}

async function inspect(path: string): Promise<ServerNode | null> {
  const output = await runTool(path, ['--version']).catch(() => '');
  const version = /^v(\d+\.\d+\.\d+)/.exec(output)?.[1];
  return version === undefined ? null : { path, version };
}

/** An optional dependency of this package; null where there is none for this platform. */
function pinnedNode(line: number): string | null {
  try {
    const name = `node${line}-${process.platform}-${process.arch}`;
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin/node');
  } catch {
    return null;
  }
}

/** @param folder where it is installed. @param nodes the newest first. */
async function newestThatLoads(
  name: NativePackage,
  folder: string,
  nodes: readonly ServerNode[],
): Promise<Loading | NotLoading> {
  const reasons: string[] = [];
  for (const node of nodes) {
    const why = await whyNotLoading(name, folder, node);
    if (why === null)
      return { loads: true, ...node, notNewer: reasons.length === 0 ? null : reasons.join('; ') };
    reasons.push(`in Node ${node.version} ${why}`);
  }
  const remedy =
    nodes.length > 1
      ? 'run ./setup.sh, which installs older ones'
      : 'choose another Node, by --node or HOLBENCH_SERVER_NODE, or none';
  return { loads: false, reason: reasons.join('; '), remedy };
}

/** Loads it in a child process, as the servers do: native code depends on the ABI and the libc. */
async function whyNotLoading(
  name: NativePackage,
  folder: string,
  { path }: ServerNode,
): Promise<string | null> {
  try {
    const load = ['--no-deprecation', '--eval', `require(${JSON.stringify(name)})`];
    await runTool(path, load, { cwd: folder });
    return null;
  } catch (error) {
    return explain(messageOf(error));
  }
}

/** Finds the cause in what Node prints; uWebSockets.js wraps the loader's message in its own advice. */
function explain(message: string): string {
  const glibc = /version `(GLIBC_[\d.]+)' not found/.exec(message)?.[1];
  if (glibc) return `its binary needs ${glibc}, newer than this system's C library`;
  if (message.includes('supports only Node.js versions')) return 'it has no binary for it';
  return /^(?:Error: )(.+)$/m.exec(message)?.[1] ?? message.split('\n')[0] ?? 'unknown reason';
}
