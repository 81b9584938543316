import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeChangedRun } from '../../fixtures/changed-run.ts';
import { readCompared } from './read-compared.ts';

const REMEDY = '; name the folder of a run that this holbench made, such as one in reports/runs';

let folder: string;
let other: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-other-'));
  other = await writeChangedRun(join(folder, 'other'), { run: 'other' });
});
afterEach(() => rm(folder, { recursive: true }));

async function refusal(path: string): Promise<string> {
  const own = await readRun(await writeChangedRun(join(folder, 'own'), { run: 'own' }));
  const error: unknown = await readCompared([path], [own]).then(
    () => new Error('was not refused'),
    (refused: unknown) => refused,
  );
  return String(error)
    .replace(/^\w+: /, '')
    .replaceAll(`${folder}/`, '');
}

test('reads another run, and none where none is named', async () => {
  expect((await readCompared([other], []))?.runs).toEqual(['other']);
  expect(await readCompared([], [])).toBeNull();
});

test('refuses the run of the report, also a copy of it', async () => {
  const copy = await writeChangedRun(join(folder, 'copy'), { run: 'own' });
  expect(await refusal(copy)).toBe('--compare: copy is the same run as own; name another one');
});

test('refuses what is no run', async () => {
  await mkdir(join(folder, 'empty'));
  expect(await refusal(join(folder, 'empty'))).toBe(
    `--compare: empty is not a run folder: it has no manifest.json; name one that pnpm bench wrote${REMEDY}`,
  );
});

test('refuses another version', async () => {
  const path = join(other, 'manifest.json');
  const manifest = await readFile(path, 'utf8');
  await writeFile(path, manifest.replace(/"schemaVersion":\d+/, '"schemaVersion":2'));
  const refused = await refusal(other);
  expect(refused).toMatch(/^--compare: other\/manifest\.json has schema version 2; /);
  expect(refused.endsWith(REMEDY)).toBe(true);
});

test('refuses a run without a finished cell', async () => {
  await writeFile(join(other, 'cells.ndjson'), '');
  expect(await refusal(other)).toBe(
    '--compare: other: no finished cell; go on with it: pnpm bench --resume other',
  );
});
