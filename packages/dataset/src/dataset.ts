import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { CoValue } from '@holbench/protocol/covalue';
import { parseJson } from '@holbench/protocol/parse';

/** CoValues in the data set, each with a file. */
export const DATASET_SIZE = 100;

/**
 * Distinct file contents in the data set: CoValue i has content i modulo this. Neighbours differ,
 * so that the hash detects a mix-up of transfers. The disk holds 0.5 GB instead of 5.
 */
export const DISTINCT_FILES = 10;

/** `covalues.json` of a data set folder. */
export const Dataset = v.strictObject({ covalues: v.array(CoValue) });
export type Dataset = v.InferOutput<typeof Dataset>;

/** Path, below the data set's folder, of the file of CoValue `index`. */
export function datasetFileName(index: number): string {
  return join('files', String(index % DISTINCT_FILES).padStart(2, '0'));
}

/** @throws when the folder holds no data set of this version. */
export async function readDataset(folder: string): Promise<Dataset> {
  return parseJson(Dataset, await readFile(join(folder, 'covalues.json'), 'utf8'));
}
