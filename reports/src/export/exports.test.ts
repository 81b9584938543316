import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readRun } from '@holbench/results/run-reader';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBigRun } from '../../fixtures/big-run.ts';
import { baselineFigures } from '../figures/baseline.ts';
import { figureColumns } from '../figures/columns.ts';
import { Relation } from '../figures/relation.ts';
import type { Report } from '../report.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { CONNECTION_COLUMNS, exports } from './exports.ts';

const RUN = join(import.meta.dirname, '../../fixtures/run');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-exports-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Exported = Pick<Report, 'data' | 'relation'>;

async function reportOf(run: string): Promise<Exported> {
  const data = mergeRuns([await readRun(run)]);
  return { data, relation: Relation.of(data) };
}

function bytesOf(report: Exported, name: string): ArrayBuffer {
  const found = exports(report).get(name);
  if (!(found instanceof Uint8Array)) throw new Error(`no bytes: ${name}`);
  return new Uint8Array(found).buffer;
}

/** With numbers where the file has 64-bit integers. */
async function rowsOf(file: ArrayBuffer): Promise<Record<string, unknown>[]> {
  const rows = await parquetReadObjects({ file });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'bigint' ? Number(value) : value,
      ]),
    ),
  );
}

test('figures.parquet has every figure of the relation, unrounded, in typed columns', async () => {
  const report = await reportOf(RUN);
  const file = bytesOf(report, 'figures.parquet');
  const all = [...report.relation.figures, ...baselineFigures(report)];
  expect(await rowsOf(file)).toEqual(all.map(figureColumns));
  const types = parquetMetadata(file)
    .schema.slice(1)
    .map(({ name, type }) => [name, type]);
  expect(Object.fromEntries(types)).toMatchObject({
    variant: 'BYTE_ARRAY',
    rounds: 'INT32',
    value: 'DOUBLE',
    high: 'DOUBLE',
    n: 'INT32',
    censored: 'BOOLEAN',
  });
});

test('figures.csv says the same in words: an end that is none is inf, a boolean a word', async () => {
  const report = await reportOf(RUN);
  const [header, ...lines] = String(exports(report).get('figures.csv')).trimEnd().split('\n');
  expect(header).toBe(
    'network,scenario,kind,variant,arm,metric,series,unit,direction,value,low,high,coverage,rounds,points,n,failed,censored,at_most,survivors,ranked,browser_limit,cautions,ratio_to_best,state,why,cells',
  );
  const against = baselineFigures(report).length;
  expect(lines).toHaveLength(report.relation.figures.length + against);
  const index = report.relation.figures.findIndex(({ high }) => high === Infinity);
  const { value, low, coverage, rounds, points, n, failed, bound } =
    report.relation.figures[index] ?? {};
  const texts = points
    ?.map((point) => `${point.high === Infinity ? '≥' : ''}${point.low}`)
    .join(' ');
  expect(lines[index]).toContain(
    `,${value},${low},inf,${coverage},${rounds},${texts},${n},${failed},${bound === '≥'},false,false,true,`,
  );
});

test('docs/reference/data.md describes every column, and no other', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/reference/data.md'), 'utf8');
  const described = (heading: string) => {
    const [section = ''] = text.split(`## ${heading}\n`)[1]?.split('\n## ') ?? [];
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    return rows.flatMap((row) => row.split('|')[1]?.match(/(?<=`)\w+(?=`)/g) ?? []);
  };
  const report = await reportOf(RUN);
  const names = (name: string) =>
    parquetMetadata(bytesOf(report, name))
      .schema.slice(1)
      .map((column) => column.name);
  expect(described('Columns of figures').toSorted()).toEqual(names('figures.parquet').toSorted());
  expect(described('Columns of connections').toSorted()).toEqual(
    Object.keys(CONNECTION_COLUMNS).toSorted(),
  );
  expect(described('Columns of samples').toSorted()).toEqual(names('samples.parquet').toSorted());
});

test('samples.parquet has every sample with the id of its cell as the report has it', async () => {
  const run = await readRun(RUN);
  const other = { ...run, folder: 'again', manifest: { ...run.manifest, run: 'again' } };
  const data = mergeRuns([run, other]);
  const rows = await rowsOf(bytesOf({ data, relation: Relation.of(data) }, 'samples.parquet'));
  const samples = data.cells.flatMap((each) => each.samples);
  expect(rows).toHaveLength(samples.length);
  const ids = new Set(data.cells.map(({ cell }) => cell.cell));
  expect(rows.filter(({ cell }) => !ids.has(String(cell)))).toEqual([]);
  expect(new Set(rows.map((row) => row['run']))).toEqual(new Set(['made-up', 'again']));
  samples.forEach(({ scenario, label, outcome, intendedAtMs, sentAtMs, way }, index) => {
    const ok = outcome.status === 'ok' ? outcome : null;
    const failed = outcome.status === 'failed' ? outcome : null;
    const passage = scenario === 'upload' ? way?.request : way?.answer;
    expect(rows[index]).toMatchObject({
      label,
      intended_at_ms: intendedAtMs,
      sent_at_ms: sentAtMs ?? null,
      status: outcome.status,
      duration_ms: ok?.durationMs ?? null,
      bytes: ok?.bytes ?? null,
      protocol: ok?.protocol ?? null,
      after_ms: failed?.afterMs ?? null,
      code: failed?.code ?? null,
      way_handled_ms: way?.handledMs ?? null,
      way_accepted_to_ms: passage?.accepted?.toMs ?? null,
      way_sent_ms: passage?.sentMs ?? null,
      way_in_order_ms: passage?.inOrderMs ?? null,
      way_ahead_bytes: way?.inTheWay?.aheadBytes ?? null,
    });
  });
  expect(rows.some(({ status }) => status === 'failed')).toBe(true);
  expect(rows.some((row) => typeof row['sent_at_ms'] === 'number')).toBe(true);
});

const Cost = v.object({
  readingSeconds: v.number(),
  exportSeconds: v.number(),
  parquetBytes: v.number(),
  alike: v.boolean(),
});

// Of a busy machine a ratio of two processor times says little: one of three is enough.
test(
  '150 000 samples take less of a processor than reading them, and 3 MB, twice the same bytes',
  { retry: 2 },
  async () => {
    await writeBigRun(folder);
    const program = join(import.meta.dirname, '../../fixtures/exports-cost.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [program, folder]);
    const cost = v.parse(Cost, JSON.parse(stdout));
    expect(cost.parquetBytes).toBeLessThan(3e6);
    expect(cost.alike).toBe(true);
    // A ratio, since machines differ by two: 0.36 to 0.5 here.
    expect(cost.exportSeconds).toBeLessThan(0.8 * cost.readingSeconds);
    const metadata = parquetMetadata(bytesOf(await reportOf(RUN), 'samples.parquet'));
    expect(metadata.created_by).toBe('hyparquet');
  },
);
