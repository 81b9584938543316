import { randomInt } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/**
 * Replaces a file in one step: who reads it sees the old text or the new one, also where the disk is full in the middle or
 * power fails. What is unfinished is `<path>.<digits>`, and stays after SIGKILL. The umask limits `mode`.
 *
 * Not by write-file-atomic 8.0.0: where the kernel takes only a part of the bytes, it renames that part over the file.
 * @throws Error of the file system; the old file is then as it was.
 */
export async function writeWhole(path: string, text: string, mode = 0o666): Promise<void> {
  const unfinished = `${path}.${process.pid}${randomInt(1e9, 1e10)}`;
  await using file = await open(unfinished, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.datasync();
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
