import { parseJson } from '@holbench/protocol/parse';
import type * as v from 'valibot';

/** Loads a file of the replay, from the page itself or from beside it. @throws Error that names it, where it is missing or damaged. */
export async function loadJson<Schema extends v.GenericSchema>(
  schema: Schema,
  path: string,
): Promise<v.InferOutput<Schema>> {
  const text = document.getElementById(path)?.textContent ?? (await fetched(path));
  try {
    return parseJson(schema, text);
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

async function fetched(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`.trim());
  return response.text();
}
