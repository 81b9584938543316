import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const PackageJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ name: v.string(), version: v.string() }),
);

/**
 * Version of an installed package as the workspace package in `folder` sees it. A repack under
 * another name has its own version numbers. So its name is included, and the commit of the original
 * if it states one (`source_commit`).
 * @returns "20.52.0", "uwebsockets 3.0.6, source commit b8704be92ff2"; null when not installed.
 */
export async function packageVersion(folder: string, name: string): Promise<string | null> {
  const read = (file: string): Promise<string | null> =>
    readFile(join(folder, 'node_modules', name, file), 'utf8').catch(() => null);
  const text = await read('package.json');
  if (text === null) return null;
  const installed = v.parse(PackageJson, text);
  if (installed.name === name) return installed.version;
  const commit = (await read('source_commit'))?.trim().slice(0, 12);
  const source = commit === undefined ? '' : `, source commit ${commit}`;
  return `${installed.name} ${installed.version}${source}`;
}
