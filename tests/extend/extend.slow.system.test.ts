import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { checkSchema } from '@holbench/results/check-schema';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CopyOfTheTree } from './copy-of-the-tree.ts';
import {
  TOY_FACTOR,
  TOY_METRIC,
  TOY_PLOT,
  TOY_SCENARIO,
  TOY_SECTION,
  TOY_VARIANT,
} from './toys.ts';

/** The promise of CONTRIBUTING.md: what one adds is one folder, one file or one entry, and it runs. */
let copy: CopyOfTheTree;
beforeAll(async () => {
  copy = await CopyOfTheTree.make();
});
afterAll(() => copy[Symbol.asyncDispose]());

const MINUTES = 60_000;
const tools = await findTools();
const missing =
  tools.chromium === null ? 'no Chromium' : !tools.proxies['caddy'] ? 'no Caddy' : null;

test('a scenario, factor, variant, metric, section or plot is one folder or file, and its lines', async () => {
  await copy.apply([...TOY_SCENARIO, ...TOY_FACTOR, ...TOY_VARIANT]);
  await copy.apply([...TOY_METRIC, ...TOY_SECTION, ...TOY_PLOT]);
  expect(copy.touched).toEqual([
    'packages/factors/src/registry.ts',
    'packages/factors/src/toy-lists.ts',
    'packages/scenarios/src/connect/metrics.ts',
    'packages/scenarios/src/drives.ts',
    'packages/scenarios/src/index.ts',
    'packages/scenarios/src/metrics.ts',
    'packages/scenarios/src/pages.ts',
    'packages/scenarios/src/toy/drive.ts',
    'packages/scenarios/src/toy/metrics.ts',
    'packages/scenarios/src/toy/page.ts',
    'packages/scenarios/src/toy/scenario.ts',
    'packages/variants/src/registry.ts',
    'reports/src/document/document-of.ts',
    'reports/src/document/sections/toy.ts',
    'reports/src/plots/plots-of.ts',
    'reports/src/plots/toy.ts',
  ]);
});

test(
  'they agree with the types and the direction of imports of everything else',
  async () => {
    await copy.run('tsc', '-b', '.', 'packages/scenarios', 'client', 'bench');
    expect(await copy.run('node', 'tests/run/check-imports.ts')).toContain(
      '0 imports against the rules',
    );
  },
  3 * MINUTES,
);

test(
  'they break no test of what iterates the registries',
  async () => {
    const tested = [
      'packages/variants',
      'bench/runner/src/plan.test.ts',
      'reports/src/evidence',
      'reports/src/figures/estimate.test.ts',
    ];
    await copy.run('vitest', 'run', '--project', 'unit', ...tested);
  },
  3 * MINUTES,
);

test('a metric is in tables, exports, --compare and formulas; section and plot are there', async () => {
  const [run, other, out] = ['run', 'other', 'out'].map((name) => join(copy.root, 'made-up', name));
  if (!run || !other || !out) throw new Error('three folders');
  await cp(join(copy.root, 'reports/fixtures/run'), run, { recursive: true });
  await cp(run, other, { recursive: true });
  const manifest = join(other, 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace(/"run": "[^"]+"/, '"run": "other"'));
  await copy.run('node', 'reports/src/main.ts', run, '--compare', other, '--out', out);
  const read = (name: string) => readFile(join(out, name), 'utf8');
  const report = await read('report.md');
  // The table of its scenario, and its formula in the appendix.
  expect(report).toMatch(/^\| Server \|.* visits of a toy \|/m);
  expect(report).toContain('visits of a new user, of all rounds');
  expect(await read('figures.csv')).toMatch(/,connect,.*,toy-visits,.*,count,/);
  expect(await read('tables/compared-figures.csv')).toMatch(/,toy-visits,/);
  expect(report).toMatch(/^## A toy section$/m);
  expect(await read('plots/toy.svg')).toContain('Figures of a toy');
  // Its line in docs/reference/formulas.md is written, not typed.
  const formulas = 'packages/scenarios/src/metrics.test.ts';
  await copy.run('vitest', 'run', '--project', 'unit', formulas, '-u');
  const docs = await readFile(join(copy.root, 'docs/reference/formulas.md'), 'utf8');
  expect(docs).toContain('| visits of a toy | count | visits of a new user, of all rounds |');
}, 60_000);

test.skipIf(missing !== null)(
  missing === null ? 'they run and are reported' : `they run, skipped: ${missing}`,
  async () => {
    await copy.run('node', 'scripts/build.ts');
    const folder = join(copy.root, 'run');
    const bench = 'bench/runner/src/main.ts --preset smoke --scenarios toy --networks ideal';
    const chosen = '--variants node-ws,toy-http2 --sweep toy-lists=2,4 --out';
    await copy.run('node', ...`${bench} ${chosen}`.split(' '), folder);

    const cells = await linesOf(join(folder, 'cells.ndjson'));
    expect(cells.map(({ cell }) => cell).toSorted()).toEqual([
      'ideal/node-ws/toy-text+toy-lists=4/0',
      'ideal/node-ws/toy-text/0',
      'ideal/toy-http2/toy-text+toy-lists=4/0',
      'ideal/toy-http2/toy-text/0',
    ]);
    for (const { variant, arm, valid, reasons, samples, protocol } of cells) {
      expect([valid, reasons]).toEqual([true, []]);
      expect(samples).toBe(arm === '' ? 2 : 4);
      // The proxy was told to speak it, and both witnesses agree.
      expect(protocol.client).toEqual({ [variant === 'toy-http2' ? 'h2' : 'websocket']: samples });
    }

    await copy.run('node', 'reports/src/main.ts', folder);
    const report = await readFile(join(folder, 'report/report.md'), 'utf8');
    expect(report).toContain('list of a toy');
  },
  5 * MINUTES,
);

/** What is asserted of a cell's line. The schema of this tree does not know the toy factor. */
const CellLine = v.object({
  cell: v.string(),
  variant: v.string(),
  arm: v.string(),
  valid: v.boolean(),
  reasons: v.array(v.string()),
  samples: v.number(),
  protocol: v.object({ client: v.record(v.string(), v.number()) }),
});

async function linesOf(path: string): Promise<v.InferOutput<typeof CellLine>[]> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => checkSchema(CellLine, JSON.parse(line)));
}
