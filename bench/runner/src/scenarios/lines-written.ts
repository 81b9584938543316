import { readFile, watch, writeFile } from 'node:fs/promises';

/**
 * Creates a file and resolves when other processes have appended `count` lines to it. Rejects with
 * an `AbortError` when `signal` aborts.
 */
export async function linesWritten(
  path: string,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  await writeFile(path, '');
  const changes = watch(path, { signal });
  for await (const _change of changes) {
    const text = await readFile(path, 'utf8');
    if (text.split('\n').length > count) return;
  }
}
