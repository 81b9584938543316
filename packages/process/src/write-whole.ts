import { rename, rm, writeFile } from 'node:fs/promises';

let written = 0;

/**
 * Replaces a file in one step: who reads it sees the old text or the new one, also where the disk is full in the middle or
 * power fails. What is unfinished is `<path>.<digits>`, and stays after SIGKILL.
 *
 * Not by write-file-atomic 8.0.0: where the kernel takes only a part of the bytes, it renames that part over the file.
 * @throws Error of the file system; the old file is then as it was.
 */
export async function writeWhole(path: string, text: string, mode = 0o666): Promise<void> {
  written += 1;
  const unfinished = `${path}.${process.pid}${written}`;
  try {
    await writeFile(unfinished, text, { flag: 'wx', mode, flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
