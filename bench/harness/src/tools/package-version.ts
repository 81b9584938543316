import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const PackageManifest = v.object({ version: v.string() });

/**
 * Version of an installed package as the workspace package in `folder` sees it.
 * @returns null when it is not installed there.
 */
export async function packageVersion(folder: string, name: string): Promise<string | null> {
  const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8').catch(
    () => null,
  );
  return text === null ? null : v.parse(PackageManifest, JSON.parse(text)).version;
}
