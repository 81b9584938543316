import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { mergeRuns } from '../runs/merge-runs.ts';
import { rawSamples } from './raw-samples.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/run');
const data = mergeRuns([await readRun(FOLDER)]);
const inflate = (text: string | undefined) =>
  text === undefined ? '' : inflateRawSync(Buffer.from(text, 'base64')).toString('utf8');

test('a cell’s samples are its lines of samples.ndjson, byte for byte', async () => {
  const file = await readFile(join(FOLDER, 'samples.ndjson'), 'utf8');
  const { encoded, leftOut } = rawSamples(data.cells);
  expect(leftOut).toEqual({ cells: 0, samples: 0 });
  const id = 'reference-4g/node-http2/download-text/1';
  const lines = file.split('\n').filter((line) => line.includes(`"cell":"${id}"`));
  expect(lines.length).toBeGreaterThan(50);
  expect(inflate(encoded.get(id))).toBe(lines.map((line) => `${line}\n`).join(''));
  const all = data.cells.map(({ cell }) => inflate(encoded.get(cell.cell))).join('');
  expect(all.length).toBe(file.length);
});

test('where there is no room the largest cells are left out, and said so', () => {
  const { encoded } = rawSamples(data.cells);
  const sizes = [...encoded.values()].map(({ length }) => length).toSorted((a, b) => b - a);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const [largest = 0] = sizes;
  const less = rawSamples(data.cells, total - 1);
  expect(less.leftOut.cells).toBe(1);
  expect(less.leftOut.samples).toBeGreaterThan(0);
  expect([...less.encoded.values()].reduce((sum, { length }) => sum + length, 0)).toBe(
    total - largest,
  );
});

test('a cell without samples has nothing to open', () => {
  const without = data.cells.find(({ samples }) => samples.length === 0)?.cell.cell ?? '';
  const { encoded } = rawSamples(data.cells);
  expect(without).toBe('reference-4g/node-http2/1b-text/1');
  expect(encoded.has(without)).toBe(false);
});
