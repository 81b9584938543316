import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect, onTestFinished, test } from 'vitest';
import { mergeRuns } from './merge-runs.ts';
import { cellState } from './report-data.ts';
import { protocolProofs } from '../document/sections/protocol-proof.ts';
import { Relation } from '../figures/relation.ts';
import { answers } from '../verdicts/answer.ts';

const PUBLISHED = join(import.meta.dirname, '../../published');
const entries = await readdir(PUBLISHED, { withFileTypes: true });
const runs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** A run in which all paths were recorded has 150 MB of lines. */
const READING_MS = 120_000;

test.each(runs)(
  'the published run %s can be read, and answers',
  { timeout: READING_MS },
  async (name) => {
    const run = await readRun(join(PUBLISHED, name));
    const data = mergeRuns([run]);
    expect(data.warnings).toEqual([]);
    expect(data.manifest.git.dirty).toBe(false);
    // What does not count any more is not to be cited.
    const states = data.cells.map(({ cell }) => cellState(cell));
    expect(new Set(states)).toEqual(new Set(['valid']));
    expect(new Set(protocolProofs(data).map(({ verdict }) => verdict))).toEqual(
      new Set(['proven']),
    );
    expect(answers({ data, relation: Relation.of(data) }).length).toBeGreaterThan(0);
    const { factors } = run.manifest.config;
    for (const { cell } of run.cells) if (cell.arm === '') expect(cell.factors).toEqual(factors);
  },
);

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
