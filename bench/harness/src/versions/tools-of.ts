import { copyFile, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseOf, type VersionedProgram, VERSIONS } from '@holbench/factors/versions';
import type { FactorValues } from '@holbench/factors/values';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { runTool } from '@holbench/process/run-tool';
import { messageOf, oneLine, UserError } from '@holbench/process/user-error';
import { variant as variantOf } from '@holbench/variants/registry';
import { PROXIES } from '../proxies/proxies.ts';
import type { Tools } from '../tools.ts';
import { chooseServerNodes } from '../tools/server-nodes.ts';
import { type FetchedVersion, fetchVersion } from './fetch-version.ts';
import { nameOf } from '@holbench/factors/pins';
import { SOURCES } from './sources.ts';

/** The programs of a cell; why one of them cannot be had. */
export type ChosenTools =
  | { readonly tools: Tools; readonly reason: null }
  | { readonly tools: null; readonly reason: string };

/** What says which versions something asks for: a cell, or without a variant all of a run. */
export interface Asking {
  readonly factors: FactorValues;
  readonly variant?: string;
}

/** The versions that are asked for, by their programs: without the lab’s own, and programs that are no part of the cell. */
function askedBy({ factors, variant: id }: Asking): [VersionedProgram, string][] {
  const cell = id === undefined ? null : { ...ANY, variant: variantOf(id) };
  return VERSIONS.flatMap(({ key, flag, appliesTo }) => {
    const version = factors[key];
    if (version === null || (cell !== null && !appliesTo(cell))) return [];
    return [[flag, version] as [VersionedProgram, string]];
  });
}

/** Of a cell, for what is asked for by its variant alone. */
const ANY = { kind: 'text', features: [] } as const;

/** The programs of a machine, in the versions that cells ask for. */
export class VersionedTools {
  readonly own: Tools;
  /** By the names of all versions that a cell asks for. */
  readonly #chosen = new Map<string, ChosenTools>();

  private constructor(own: Tools) {
    this.own = own;
  }

  /**
   * Fetches all versions before anything is measured. One that cannot be had is named, and its cells do not run.
   * @param say is told of each version.
   */
  static async fetch(
    own: Tools,
    cells: readonly Asking[],
    say: (line: string) => void,
  ): Promise<VersionedTools> {
    const versioned = new VersionedTools(own);
    const fetched = new Map<string, Promise<FetchedVersion>>();
    const fetchOnce = async (name: VersionedProgram, version: string): Promise<FetchedVersion> => {
      const id = nameOf(name, version);
      const known = fetched.get(id);
      if (known) return known;
      const fetching = fetchVersion(name, version);
      fetched.set(id, fetching);
      const { wasCached, isPinned } = await fetching;
      if (!wasCached) say(`${id} was fetched`);
      if (!isPinned) say(`${id} is not pinned by its hash: pnpm fetch-version ${id} pins it`);
      return fetching;
    };
    for (const cell of cells) {
      const key = keyOf(cell);
      if (key === '' || versioned.#chosen.has(key)) continue;
      try {
        const all: FetchedVersion[] = [];
        for (const [name, version] of askedBy(cell)) all.push(await fetchOnce(name, version));
        versioned.#chosen.set(key, { tools: await toolsWith(own, all), reason: null });
      } catch (error) {
        const reason = oneLine(messageOf(error)).slice(0, 500);
        versioned.#chosen.set(key, { tools: null, reason });
        say(`${key}: left out, ${reason}`);
      }
    }
    return versioned;
  }

  /** @throws Error for a cell that was not among those that were fetched for. */
  of(cell: Asking): ChosenTools {
    const key = keyOf(cell);
    if (key === '') return { tools: this.own, reason: null };
    const chosen = this.#chosen.get(key);
    if (chosen === undefined) throw new Error(`${key} was not fetched`);
    return chosen;
  }
}

/** Why a server that states these versions is not what its cell asks for; null where it is. */
export function whyOtherVersions(
  cell: Asking,
  stated: Readonly<Record<string, string>>,
): string | null {
  const others = askedBy(cell).flatMap(([name, version]) => {
    const { statedAs, isSame } = SOURCES[name];
    if (statedAs === null) return [];
    const own = stated[statedAs] ?? 'nothing';
    return isSame(own, releaseOf(version)) ? [] : `${name} ${own}, not ${version}`;
  });
  return others.length === 0 ? null : `the server states ${others.join(', ')}`;
}

/** Names of the versions that are asked for: `node@26.8.2`; '' for those of the lab. */
export function keyOf(cell: Asking): string {
  return askedBy(cell)
    .map(([name, version]) => nameOf(name, version))
    .join(' ');
}

async function toolsWith(own: Tools, fetched: readonly FetchedVersion[]): Promise<Tools> {
  let { chromium, proxies, servers } = own;
  for (const each of fetched) {
    const { name, path, reported } = each;
    if (name === 'chromium') chromium = { path, version: reported };
    if (name === 'caddy' || name === 'envoy') {
      proxies = { ...proxies, [name]: await PROXIES[name].inspect(path) };
    }
    if (name === 'ws' || name === 'uws') servers = { ...servers, ...(await builtWith(each)) };
  }
  const override = fetched.find(({ name }) => name === 'node')?.path;
  const serverNodes =
    override === undefined && servers === own.servers
      ? own.serverNodes
      : await chooseServerNodes({ override, servers });
  return { ...own, chromium, proxies, serverNodes, ...(servers && { servers }) };
}

/** Builds servers with another version of a library. @returns their folder, by the one under servers/. */
async function builtWith({
  name,
  version,
  path,
}: FetchedVersion): Promise<Readonly<Record<string, string>>> {
  const [folder, library] = name === 'ws' ? ['node', 'ws'] : ['uws', 'uWebSockets.js'];
  const original = join(PROJECT_ROOT, 'servers', folder);
  const into = join(PROJECT_ROOT, '.cache/servers', `${name}@${version}`);
  const modules = join(into, 'node_modules');
  await rm(into, { recursive: true, force: true });
  await mkdir(modules, { recursive: true });
  await copyFile(join(original, 'package.json'), join(into, 'package.json'));
  for (const each of await readdir(join(original, 'node_modules'))) {
    const target = each === library ? path : join(original, 'node_modules', each);
    await symlink(target, join(modules, each));
  }
  const build = [join(PROJECT_ROOT, 'scripts/build.ts'), '--server', folder, '--into', into];
  // That one is in the file of a server; the other one holds native code, and is loaded by it.
  if (name === 'ws') build.push('--ws', path);
  await runTool(process.execPath, build, { cwd: PROJECT_ROOT }).catch((error: unknown) => {
    const why = /Error: (.*)/.exec(messageOf(error))?.[1] ?? oneLine(messageOf(error));
    throw new UserError(
      `the lab's server cannot be built with ${nameOf(name, version)} (${why.slice(0, 200)}); choose another version`,
    );
  });
  return { [folder]: into };
}
