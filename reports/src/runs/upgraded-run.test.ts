import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesIn, settingsIn } from '@holbench/results/block';
import { RUN_FILES } from '@holbench/results/run-files';
import { readRun } from '@holbench/results/run-reader';
import { expect, onTestFinished, test } from 'vitest';
import { RUN } from '../../fixtures/evidence-report.ts';

/** The manifest of the made-up run, as a matrix of one workload. */
function matrix(): object {
  const { blocks, config, networks, ...manifest } = RUN.manifest;
  const [workload] = blocks.map((block) => block.workload);
  if (!workload) throw new Error('the made-up run has blocks');
  const { users, arrivalSeconds, subscribers, ...moved } = workload;
  return {
    ...manifest,
    config: {
      ...config,
      variants: namesIn(RUN.manifest, 'variants'),
      networks: namesIn(RUN.manifest, 'networks'),
      scenarios: namesIn(RUN.manifest, 'scenarios'),
      kinds: namesIn(RUN.manifest, 'kinds'),
      rounds: 2,
      alternating: false,
      users,
      arrivalSeconds,
      subscribers,
      sweep: settingsIn(RUN.manifest),
    },
    networks: networks.map((network) => ({
      ...network,
      workload: { ...moved, kinds: ['text'] },
      holbRounds: 6,
    })),
  };
}

/** With the names of schema 3. */
function of3(text: string): string {
  return text
    .replaceAll('"factors":', '"settings":')
    .replaceAll('http2WriteBytes', 'http2QueueBytes')
    .replaceAll('http2-write', 'http2-queue')
    .replace(/("schemaVersion": ?)\d/, '$13');
}

test('what schema 4 has renamed is upgraded in the manifest, in cells and in their names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holbench-schema-3-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, RUN_FILES.manifest), of3(JSON.stringify(matrix())));
  for (const name of [RUN_FILES.cells, RUN_FILES.samples]) {
    const text = await readFile(join(import.meta.dirname, '../../fixtures/run', name), 'utf8');
    await writeFile(join(folder, name), of3(text));
  }
  const run = await readRun(folder);
  expect(run.upgradedFrom).toBe(3);
  expect(settingsIn(run.manifest)).toEqual(settingsIn(RUN.manifest));
  const swept = run.cells.filter(({ cell }) => cell.factors.http2WriteBytes !== null);
  expect(swept.length).toBeGreaterThan(0);
  for (const { cell, samples } of swept) {
    expect(cell.arm).toBe('http2-write=16k');
    expect(cell.cell).toContain('+http2-write=16k/');
    expect(samples.length).toBe(cell.samples);
  }
});

test.each([
  ['2026-11-21-standard', ['1a', '1b', '2c', '2d', '3e', 'download', 'connect']],
  ['2026-11-22-standard', ['1a', '1b', '2c', '2d', '3e', 'download', 'connect']],
  ['2026-11-22-standard-seed-1', ['1a', '1b', '2c', '2d', '3e', 'download', 'connect']],
  ['2026-11-23-claims', ['download']],
  ['2026-11-23-layers', ['download', 'upload']],
  ['2026-11-23-layers-removed', ['download', 'upload']],
])('every cell of %s is one of its blocks', async (name, scenarios) => {
  const { manifest, cells } = await readRun(join(import.meta.dirname, '../../published', name));
  expect(namesIn(manifest, 'scenarios').toSorted()).toEqual(scenarios.toSorted());
  const stray = cells.filter(
    ({ cell }) =>
      !manifest.blocks.some(
        (block) =>
          block.networks.includes(cell.network) &&
          block.scenarios.includes(cell.scenario) &&
          block.variants.includes(cell.variant) &&
          block.kinds.includes(cell.kind) &&
          cell.round < block.rounds,
      ),
  );
  expect(stray).toEqual([]);
});
