import { chmod, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { commandIn, type NetworkSide } from '@holbench/process/network-side';
import { shellWord } from '@holbench/process/shell-word';

/**
 * A program that runs `executable` in `place`, for callers that take the path of a program only,
 * such as Playwright: in a network namespace it is a script of two lines, in `folder`. The script
 * becomes the program (`exec`), so that signals and pipes reach it.
 * @returns its path.
 */
export async function executableIn(
  place: NetworkSide,
  executable: string,
  folder: string,
): Promise<string> {
  if (place.netns === null) return executable;
  const { command, args } = commandIn(place, executable, []);
  const path = join(folder, `${basename(executable)}-in-${basename(place.netns)}`);
  await writeFile(path, `#!/bin/sh\nexec ${[command, ...args].map(shellWord).join(' ')} "$@"\n`);
  await chmod(path, 0o755);
  return path;
}
