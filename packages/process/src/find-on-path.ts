import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** @returns the absolute path of the first of `names` that PATH has, or null. */
export async function findOnPath(names: readonly string[]): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const name of names) {
    for (const folder of folders) {
      if (await isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

/** True for a file that this user may execute. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
