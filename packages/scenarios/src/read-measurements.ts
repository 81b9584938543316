import { readFile } from 'node:fs/promises';
import { checkSchema } from '@holbench/results/check-schema';
import { Measurement } from '@holbench/results/sample';

/** The measurements that another process has appended to a file, a line each; none without the file. */
export async function readMeasurements(path: string): Promise<Measurement[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  // Text after the last line break is empty, or torn by the end of that process.
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => checkSchema(Measurement, JSON.parse(line)));
}
