import { checkSchema } from '@holbench/results/check-schema';
import { Manifest } from '@holbench/results/manifest';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import { readManifest } from '@holbench/results/run-reader';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifest } from '../../../packages/results/fixtures/run-lines.ts';
import { configureCell, runToRepeat } from './again.ts';
import { configure, configureAgain, type Overrides } from './configure.ts';
import type { Configuration } from './configuration.ts';
import { planCells } from './plan.ts';
import { PRESET_NAMES } from './presets.ts';

/** What a run of such a configuration stores, through its JSON. */
function stored({ networks, blocks, ...config }: Configuration): Manifest {
  const [record] = manifest().networks;
  const made = networks.map((network) => ({ ...record, ...network }));
  return checkSchema(
    Manifest,
    JSON.parse(JSON.stringify({ ...manifest(), config, blocks, networks: made })),
  );
}

const ids = (configuration: Configuration) => planCells(configuration).map(({ id }) => id);

test.each(PRESET_NAMES)('a run of %s is repeated cell by cell, with its seeds', (name) => {
  const configuration = configure(name, { seed: 7, rounds: 2 });
  const again = configureAgain(stored(configuration), {});
  expect(planCells(again)).toEqual(planCells(configuration));
});

test.each(PRESET_NAMES)('any cell of %s is repeated alone, with all that it depends on', (name) => {
  const configuration = configure(name, { seed: 3, rounds: 2 });
  const run = stored(configuration);
  const planned = planCells(configuration);
  // Some of each: the last round has all of them.
  const some = planned.filter(({ round }, index) => round === 1 && index % 7 === 0);
  for (const cell of some) expect(planCells(configureCell(run, cell.id))).toEqual([cell]);
});

test('a cell of a shard is found in another one', () => {
  const whole = configure('quick');
  const [id = ''] = ids(whole);
  for (const shard of ['1/2', '2/2']) {
    expect(ids(configureCell(stored(configure('quick', { shard })), id))).toEqual([id]);
  }
});

test('a cell that the run does not have is refused', () => {
  const run = stored(configure('quick'));
  expect(() => configureCell(run, 'ideal/node-ws/1a-text/0')).toThrow(
    '--cell ideal/node-ws/1a-text/0: the run has no such cell; its report lists their ids',
  );
});

test.each<[string, Overrides, readonly string[]]>([
  [
    'another scenario over its network, as large as the lab has it there',
    { scenarios: ['upload'], variants: ['node-ws'], rounds: 1 },
    ['lte+loss=1%/node-ws/upload-text/0'],
  ],
  [
    'a network by its id',
    { networks: ['lte+loss=1%'], variants: ['uws-ws'] },
    ['lte+loss=1%/uws-ws/download-text/0'],
  ],
])('options change what is repeated: %s', (_, overrides, expected) => {
  const run = stored(configure('quick', { loss: '1%' }));
  expect(ids(configureAgain(run, overrides))).toEqual(expected);
});

test.each<[string, Overrides]>([
  ['--loss', { loss: '2%' }],
  ['--chunk-size', { factors: { 'chunk-size': '16k' } }],
  ['--sweep', { sweep: ['chunk-size=16k,32k'] }],
  ['--networks ideal', { networks: ['ideal'] }],
])('%s is refused, as the run has links and factors of its own', (flag, overrides) => {
  const run = stored(configure('quick', { loss: '1%' }));
  expect(() => configureAgain(run, overrides)).toThrow(new RegExp(`^${flag}: `));
});

test('every published run is planned as it was', async () => {
  const published = join(PROJECT_ROOT, 'reports/published');
  const entries = await readdir(published, { withFileTypes: true });
  for (const name of entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))) {
    const run = await readManifest(join(published, name));
    const planned = planCells(configureAgain(run, {}));
    // Of a time limit, a run that ended says what it had time for.
    const left = run.config.budgetSeconds === null ? planned : planned.slice(0, run.plannedCells);
    expect(left, name).toHaveLength(run.plannedCells);
  }
});

test('a run is found by its folder’s name and by its own, and one that is nowhere is told', async () => {
  const byFolder = await runToRepeat('2026-11-28-default', PROJECT_ROOT);
  const byName = await runToRepeat(byFolder.manifest.run, PROJECT_ROOT);
  expect(byName.folder).toBe(byFolder.folder);
  await expect(runToRepeat('2026-no-such-run', PROJECT_ROOT)).rejects.toThrow(
    /^2026-no-such-run: no such folder, and no run of that name in /,
  );
});
