import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { SCENARIO_IDS } from '../packages/scenarios/src/registry.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = '{bench,caddy,client,envoy,packages,reports,scripts,servers}/**/*.ts';

/** Files that may name scenarios, because what they hold is about those and no others. */
const NAMING: readonly { readonly files: RegExp; readonly ids: readonly string[] }[] = [
  // Published tables are of scenarios.
  { files: /^reports\/src\/reference\/published-tables\.ts$/, ids: SCENARIO_IDS },
  // Presets are data.
  { files: /^bench\/runner\/src\/presets\.ts$/, ids: SCENARIO_IDS },
  // Seeds have names of their own.
  { files: /^packages\/scenarios\/src\/cell-seeds\.ts$/, ids: SCENARIO_IDS },
];

/** Ids that are words as well, such as the direction of a transfer: as part of a text they say nothing. */
const WORDS = ['download', 'upload', 'connect', 'bursts'];

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Lines that name a scenario: a string that is its id, or a key with it, such as `table-2d-`. */
function namesIn(file: string, code: string): string[] {
  const names: string[] = [];
  const look = (text: string | null, offset: number, ids = idsIn(text)) => {
    const id = ids[0];
    if (id === undefined) return;
    if (NAMING.some(({ files, ids }) => files.test(file) && ids.includes(id))) return;
    names.push(`${file}:${code.slice(0, offset).split('\n').length}: ${text}`);
  };
  const textOf = ({ start, end }: Span) => code.slice(start, end);
  const isScenario = (node: Span) => /^(?!.*\bdirectionOf\().*\bscenario\b/s.test(textOf(node));
  const lookForWords = (node: Span) => {
    for (const { 0: word, index } of textOf(node).matchAll(/(?<=(['"`]))[a-z]+(?=\1)/g)) {
      if (WORDS.includes(word)) look(word, node.start + index, [word]);
    }
  };
  const { program } = parseSync(file, code);
  // A word is a scenario where a scenario is compared with it, is looked for in a list that has it, or is set to it.
  new Visitor({
    Literal: ({ value, start }) => look(typeof value === 'string' ? value : null, start),
    TemplateElement: ({ value, start }) => look(value.cooked, start),
    BinaryExpression: (node) => {
      const sides = [node.left, node.right].filter(({ type }) => type === 'Literal');
      if (isScenario(node)) sides.forEach(lookForWords);
    },
    SwitchStatement: ({ discriminant, cases }) => {
      const tests = cases.flatMap(({ test }) => test ?? []);
      if (isScenario(discriminant)) tests.forEach(lookForWords);
    },
    CallExpression: ({ callee, arguments: given }) => {
      if (textOf(callee).endsWith('.includes') && given.some(isScenario)) lookForWords(callee);
    },
    Property: ({ key, value }) => {
      if (/^scenarios?$/.test(textOf(key))) lookForWords(value);
    },
  }).visit(program);
  return names;
}

/** Of the ids that are no words: those that a text is, or has as a part. */
function idsIn(text: string | null): string[] {
  const words = text === null ? [] : text.split(/[^a-z0-9-]/i);
  const parts = words.flatMap((word) => [word, ...word.split('-')]);
  return SCENARIO_IDS.filter((id) => !WORDS.includes(id) && parts.includes(id));
}

test('outside of packages/scenarios no code decides by the id of a scenario', async () => {
  const found: string[] = [];
  let files = 0;
  for await (const file of glob(SOURCES, { cwd: ROOT, exclude: isLeftOut })) {
    files += 1;
    found.push(...namesIn(file, await readFile(join(ROOT, file), 'utf8')));
  }
  expect(found).toEqual([]);
  expect(files).toBeGreaterThan(200);
});

test('a scenario’s name is found wherever it stands', () => {
  const lines = [
    `const own = scenario === 'download';`,
    `const BULK = { '2d': 'an upload' };`,
    `type Wanted = '1a' | 'other';`,
    'const id = `table-2d-${kind}`;',
    `import { timing } from '@holbench/scenarios/3e-mutate/page';`,
    `const text = 'files of users (1b, 2d)';`,
    `const direction = directionOf(scenario) === 'download' ? 'down' : 'up';`,
    `const fine = ['over reference-4g', direction === 'download', 'ecdf-download', 'a floor of 4 kB'];`,
    `switch (cell.scenario) { case 'connect': run(); }`,
    `switch (direction) { case 'upload': run(); }`,
    `const place = { network, scenario: 'connect', kind: 'text' };`,
    `const part = { scenarios: ['connect', 'bursts'] as const };`,
    `const isBulk = ['download', 'upload'].includes(place.scenario);`,
    `const isDirection = ['download', 'upload'].includes(direction);`,
  ];
  expect(namesIn('reports/src/model/some.ts', lines.join('\n'))).toEqual([
    'reports/src/model/some.ts:1: download',
    'reports/src/model/some.ts:2: 2d',
    'reports/src/model/some.ts:3: 1a',
    'reports/src/model/some.ts:4: table-2d-',
    'reports/src/model/some.ts:5: @holbench/scenarios/3e-mutate/page',
    'reports/src/model/some.ts:6: files of users (1b, 2d)',
    'reports/src/model/some.ts:9: connect',
    'reports/src/model/some.ts:11: connect',
    'reports/src/model/some.ts:12: connect',
    'reports/src/model/some.ts:12: bursts',
    'reports/src/model/some.ts:13: download',
    'reports/src/model/some.ts:13: upload',
  ]);
  expect(namesIn('bench/runner/src/presets.ts', lines.join('\n'))).toEqual([]);
});

function isLeftOut(path: string): boolean {
  return /^packages\/scenarios$|(^|\/)(node_modules|dist|fixtures)(\/|$)|^reports\/runs|\.test\.ts$/.test(
    path,
  );
}
