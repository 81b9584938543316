import { access, constants } from 'node:fs/promises';
import which from 'which';

/** @returns the path of the first of `names` that PATH has, or null. */
export async function findOnPath(names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const path = await which(name, { nothrow: true });
    if (path !== null) return path;
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
