import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, onTestFinished, test } from 'vitest';

test('what schema 4 has renamed is upgraded in the manifest, in cells and in their names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holbench-schema-3-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['manifest.json', 'cells.ndjson', 'samples.ndjson']) {
    const text = await readFile(join(import.meta.dirname, '../../fixtures/run', name), 'utf8');
    const of3 = text
      .replaceAll('"factors":', '"settings":')
      .replaceAll('http2WriteBytes', 'http2QueueBytes')
      .replaceAll('http2-write', 'http2-queue')
      .replace(/("schemaVersion": ?)\d/, '$13');
    await writeFile(join(folder, name), of3);
  }
  const run = await readRun(folder);
  expect(run.upgradedFrom).toBe(3);
  expect(run.manifest.config.sweep.map(({ factor }) => factor)).toEqual(['http2-write']);
  const swept = run.cells.filter(({ cell }) => cell.factors.http2WriteBytes !== null);
  expect(swept.length).toBeGreaterThan(0);
  for (const { cell, samples } of swept) {
    expect(cell.arm).toBe('http2-write=16k');
    expect(cell.cell).toContain('+http2-write=16k/');
    expect(samples.length).toBe(cell.samples);
  }
});
