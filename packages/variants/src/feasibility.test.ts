import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMBINATIONS } from './feasibility.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENT = join(ROOT, 'docs/reference/stacks.md');
const [BEGIN, END] = ['<!-- combinations: begin -->', '<!-- combinations: end -->'];

test('docs/reference/stacks.md has every combination that is no variant', async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  const [before, rest = ''] = text.split(BEGIN);
  const [, after] = rest.split(END);
  const rows = Object.values(COMBINATIONS).map(
    ({ what, works, evidence, versions, tested }) =>
      `| ${what} | ${works ? 'yes' : 'no'} | ${evidence} | ${versions} | ${tested} |`,
  );
  const table = [
    '| combination | works | evidence | versions | tested |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
  const remedy =
    'docs/reference/stacks.md lacks a combination: node_modules/.bin/vitest run --project unit packages/variants -u';
  await expect(`${before}${BEGIN}\n${table}\n${END}${after}`, remedy).toMatchFileSnapshot(DOCUMENT);
});

test('each is compared with what its test sees', async () => {
  const folder = join(ROOT, 'tests/feasibility');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.slow.system.test.ts'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const isCompared = (id: string) =>
    texts.some((text) => text.includes(`expect(COMBINATIONS['${id}'])`));
  expect(Object.keys(COMBINATIONS).filter((id) => !isCompared(id))).toEqual([]);
});
