import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerMark } from '@holbench/process/is-running';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeReport } from './write-report.ts';

const FILES: ReadonlyMap<string, string | Uint8Array> = new Map<string, string | Uint8Array>([
  ['index.html', '<!doctype html>'],
  ['report.md', '# Report'],
  ['tables/answer.csv', 'a,b\n'],
  ['plots/holb.svg', '<svg/>'],
  ['figures.csv', 'value\n'],
  ['figures.parquet', new Uint8Array([0x50, 0x41, 0x52, 0x31, 0xff])],
  ['samples.parquet', new Uint8Array([0x50, 0x41, 0x52, 0x31])],
]);

let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'holbench-report-'));
});
afterEach(() => rm(out, { recursive: true }));

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

test('writes texts and bytes as they are, and lists what the next report may remove', async () => {
  const folder = join(out, 'a/b');
  expect(await writeReport(FILES, folder)).toBe(join(folder, 'index.html'));
  expect(await namesIn(folder)).toEqual(['.holbench-report', ...FILES.keys()].toSorted());
  for (const [name, content] of FILES) {
    expect(await readFile(join(folder, name))).toEqual(Buffer.from(content));
  }
  expect(await readFile(join(folder, '.holbench-report'), 'utf8')).toBe(
    'tables/answer.csv\nplots/holb.svg\nfigures.csv\nfigures.parquet\nsamples.parquet\n',
  );
});

test('what an older report wrote and this one does not is removed, its data files too', async () => {
  await writeReport(FILES, out);
  await writeReport(new Map([['index.html', 'new']]), out);
  expect(await namesIn(out)).toEqual(['.holbench-report', 'index.html', 'report.md']);
});

test('only what an older report wrote is removed, and only where it wrote', async () => {
  const own = [
    'tables/own.csv',
    'plots/own.svg',
    'own.csv',
    'figures.csv',
    'tables/figures.parquet',
  ];
  await mkdir(join(out, 'tables'));
  await mkdir(join(out, 'plots'));
  for (const name of own) await writeFile(join(out, name), 'mine');
  await writeFile(join(out, 'tables/older.csv'), 'old');
  await writeFile(
    join(out, '.holbench-report'),
    'tables/older.csv\n../own.csv\nplots/../own.csv\nown.csv\n./figures.csv\ntables/figures.parquet\n',
  );
  await writeReport(new Map([['index.html', 'new']]), out);
  expect(await namesIn(out)).toEqual(['.holbench-report', 'index.html', ...own].toSorted());
});

test('a report that cannot be written leaves the older one as it was', async () => {
  await mkdir(join(out, 'index.html'));
  await mkdir(join(out, 'tables'));
  await writeFile(join(out, 'tables/older.csv'), 'old');
  await writeFile(join(out, '.holbench-report'), 'tables/older.csv\n');
  await expect(writeReport(FILES, out)).rejects.toThrow('index.html is a folder');
  const names = await readdir(out, { recursive: true });
  expect(names.toSorted()).toEqual([
    '.holbench-report',
    'index.html',
    'tables',
    'tables/older.csv',
  ]);
});

test('a file in the place of a folder is left, and so is everything else', async () => {
  await writeFile(join(out, 'plots'), 'own');
  await expect(writeReport(FILES, out)).rejects.toThrow(/plots is a file, not a folder/);
  expect(await namesIn(out)).toEqual(['plots']);
  await expect(writeReport(FILES, join(out, 'plots'))).rejects.toThrow('is a file, not a folder');
});

test('what killed reports left is removed, and not what another one is writing', async () => {
  const left = ['.holbench-unfinished-4194304-1-abc', `.holbench-unfinished-${ownerMark()}-def`];
  for (const name of left) await mkdir(join(out, name));
  await writeReport(FILES, out);
  expect((await readdir(out)).filter((name) => name.includes('unfinished'))).toEqual(left.slice(1));
});
