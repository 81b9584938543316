import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { writeWhole } from './write-whole.ts';

/** @returns the value kept at `path`; null when there is none, one of another key or a broken one. */
export async function readCache<Value>(
  path: string,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Value | null> {
  const Kept = v.object({ key: v.literal(key), value: schema });
  try {
    return v.parse(Kept, JSON.parse(await readFile(path, 'utf8'))).value;
  } catch {
    return null;
  }
}

/**
 * Keeps a value at `path`, complete or not at all: another process may read it meanwhile.
 * @param key all that the value depends on, as text.
 */
export async function writeCache(path: string, key: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(path, JSON.stringify({ key, value }, null, 2));
}
