import { createHash } from 'node:crypto';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readRun } from '@holbench/results/run-reader';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Relation } from '../figures/relation.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { exports } from './exports.ts';

const ROOT = join(import.meta.dirname, '../../..');
const REQUIREMENTS = join(import.meta.dirname, 'examples-requirements.txt');
const RUN = join(ROOT, 'reports/published/2026-11-28-default');
const SHOWN_METRICS = ['load-alone', 'load-during'];
const MINUTES = 60_000;

const run = promisify(execFile);

/** A Python with what the examples need, made once per list of requirements; else why there is none. */
async function examplePython(): Promise<{ python: string; why: string | null }> {
  const digest = createHash('sha256')
    .update(await readFile(REQUIREMENTS))
    .digest('hex');
  const folder = join(ROOT, '.cache', `examples-${digest.slice(0, 12)}`);
  const python = join(folder, 'bin/python');
  const complete = join(folder, 'complete');
  if (
    await access(complete).then(
      () => true,
      () => false,
    )
  )
    return { python, why: null };
  try {
    await run('python3', ['-m', 'venv', '--clear', folder]);
    await run(python, ['-m', 'pip', 'install', '--only-binary', ':all:', '-r', REQUIREMENTS], {
      timeout: 5 * MINUTES,
    });
    await writeFile(complete, '');
    return { python, why: null };
  } catch (error) {
    const [line = ''] = String(error).split('\n');
    return { python, why: `no Python with ${REQUIREMENTS.replace(`${ROOT}/`, '')} (${line})` };
  }
}

const { python, why } = await examplePython();
const skipped = why === null ? '' : ` – skipped: ${why}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-examples-'));
  for (const [name, content] of exports(REPORT)) await writeFile(join(folder, name), content);
});
afterAll(() => rm(folder, { recursive: true }));

const DATA = mergeRuns([await readRun(RUN)]);
const REPORT = { data: DATA, relation: Relation.of(DATA) };
/** What the first picture of the report shows. */
const SHOWN = REPORT.relation.figures.filter(
  ({ network, scenario, arm, metric, value }) =>
    network === 'lte' &&
    scenario === 'download' &&
    arm === '' &&
    SHOWN_METRICS.includes(metric.id) &&
    value !== null,
);

/** The example as the document has it. */
async function exampleOf(language: string): Promise<string> {
  const text = await readFile(join(ROOT, 'docs/reference/data.md'), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const found = blocks.filter(([, name]) => name === language).map(([, , code = '']) => code);
  expect(found).toHaveLength(1);
  return found.join('');
}

/** Lines of a CSV file without quotes, its header left out. */
async function linesOf(name: string): Promise<string[][]> {
  const text = await readFile(join(folder, name), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}

test.skipIf(why !== null)(
  `the pandas example of docs/reference/data.md draws the first picture${skipped}`,
  async () => {
    const script = join(folder, 'example.py');
    await writeFile(script, await exampleOf('python'));
    await run(python, [script], { cwd: folder, env: { ...process.env, MPLBACKEND: 'Agg' } });
    const shown = new Map(
      SHOWN.map((each) => [`${each.variant.id} ${each.metric.id}`, each.value]),
    );
    const drawn = (await linesOf('first-picture.csv')).flatMap(([variant, ...values]) =>
      SHOWN_METRICS.map((id, index) => [`${variant} ${id}`, Number(values[index])] as const),
    );
    expect(shown.size).toBeGreaterThan(10);
    expect(new Map(drawn)).toEqual(shown);
    const picture = await readFile(join(folder, 'first-picture.png'));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
  },
  2 * MINUTES,
);

test.skipIf(why !== null)(
  `the DuckDB example of docs/reference/data.md comes to the report’s averages from the samples${skipped}`,
  async () => {
    await writeFile(join(folder, 'example.sql'), await exampleOf('sql'));
    const script = `import duckdb; duckdb.sql(open("example.sql").read()).write_csv("sql.csv")`;
    await run(python, ['-c', script], { cwd: folder });
    const lines = await linesOf('sql.csv');
    const exact = SHOWN.filter(({ bound }) => bound === '');
    expect(exact.length).toBeGreaterThan(10);
    expect(lines).toHaveLength(exact.length);
    for (const { variant, metric, value } of exact) {
      const line = lines.find(([name, id]) => name === variant.id && id === metric.id);
      expect(line?.slice(2).map(Number)).toEqual([value, expect.closeTo(value ?? NaN, 9)]);
    }
  },
  2 * MINUTES,
);
