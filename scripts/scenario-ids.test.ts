import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { SCENARIO_IDS } from '../packages/scenarios/src/registry.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = '{bench,caddy,client,envoy,packages,reports,scripts,servers}/**/*.ts';

/** Files that may name scenarios, because what they hold is about those and no others. */
const NAMING: readonly { readonly files: RegExp; readonly ids: readonly string[] }[] = [
  // Published tables and claims are of scenarios.
  { files: /^reports\/src\/reference\/published-scenarios\.ts$/, ids: SCENARIO_IDS },
  { files: /^reports\/src\/verdicts\/claims\//, ids: SCENARIO_IDS },
  // The network of that name.
  {
    files: /^(bench\/runner\/src\/presets|scripts\/netem\/src\/profiles)\.ts$/,
    ids: ['reference-4g'],
  },
  // The servers of that name.
  { files: /^bench\/(harness\/src\/start-floor|runner\/src\/run-scenario)\.ts$/, ids: ['floor'] },
  { files: /^servers\/floor\//, ids: ['floor'] },
  // An example in the help.
  { files: /^bench\/runner\/src\/sweep\.ts$/, ids: ['download'] },
  // Tests of the commands.
  { files: /^scripts\/test\//, ids: SCENARIO_IDS },
];

/** Lines that name a scenario: a string that is its id, or a key with it, such as `table-stalled-reader-`. */
function namesIn(file: string, code: string): string[] {
  const names: string[] = [];
  const look = (text: string | null, offset: number) => {
    if (text === null) return;
    // Inside of a text "reference-4g" is the network, and in a sentence a floor is a floor.
    const words = text.split(/[^a-z0-9]/i);
    const ids = /\s/.test(text) ? SCENARIO_IDS.filter((each) => /\d/.test(each)) : SCENARIO_IDS;
    const id = ids.find(
      (each) => text === each || (each !== 'reference-4g' && words.includes(each)),
    );
    if (id === undefined) return;
    if (NAMING.some(({ files, ids }) => files.test(file) && ids.includes(id))) return;
    names.push(`${file}:${code.slice(0, offset).split('\n').length}: ${text}`);
  };
  const { program } = parseSync(file, code);
  new Visitor({
    Literal: ({ value, start }) => look(typeof value === 'string' ? value : null, start),
    TemplateElement: ({ value, start }) => look(value.cooked, start),
  }).visit(program);
  return names;
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
    `const BULK = { 'reference-4g': 'an upload' };`,
    `type Wanted = '1a' | 'other';`,
    'const id = `table-stalled-reader-${fanOut}`;',
    `import { timing } from '@holbench/scenarios/stalled-reader/timing';`,
    `const text = 'files of users (1b, 2d)';`,
    `const fine = ['over reference-4g', '--networks', 'ecdf-reference-4g', 'a floor of 4 kB'];`,
  ];
  expect(namesIn('reports/src/model/some.ts', lines.join('\n'))).toEqual([
    'reports/src/model/some.ts:1: download',
    'reports/src/model/some.ts:2: reference-4g',
    'reports/src/model/some.ts:3: 1a',
    'reports/src/model/some.ts:4: table-stalled-reader-',
    'reports/src/model/some.ts:5: @holbench/scenarios/stalled-reader/timing',
    'reports/src/model/some.ts:6: files of users (1b, 2d)',
  ]);
  expect(namesIn('reports/src/verdicts/claims/some.ts', lines.join('\n'))).toEqual([]);
});

function isLeftOut(path: string): boolean {
  return /^packages\/scenarios$|(^|\/)(node_modules|dist|runs|fixtures)(\/|$)|\.test\.ts$/.test(
    path,
  );
}
