import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cell } from '@holbench/results/cell';
import { Connection } from '@holbench/results/connection';
import { readRun } from '@holbench/results/run-reader';
import { Sample } from '@holbench/results/sample';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { type Draw, freshCell } from '../../fixtures/made-up-connections.ts';
import { randomOf } from '../../fixtures/made-up-random.ts';
import { writeCsv } from '../export/write-csv.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import { type ColumnValue, figureColumns } from './columns.ts';
import { Relation } from './relation.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

type Line = Record<string, ColumnValue>;

let folder: string;
let lines: Line[];
let fresh: { readonly folder: string; readonly lines: Line[] };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-recomputed-'));
  await writeRun();
  lines = await figuresOf(folder);
  const own = join(folder, 'fresh');
  await writeFreshRun(own);
  fresh = { folder: own, lines: await figuresOf(own) };
});

async function figuresOf(run: string): Promise<Line[]> {
  return Relation.of(mergeRuns([await readRun(run)])).figures.map(figureColumns);
}
afterAll(() => rm(folder, { recursive: true }));

/**
 * The run of the fixtures, in which the users of a round load 100 times and create 95 times, so that of
 * both only the loads have a p99. Twelve rounds of uws-ws have intervals that are not the whole range.
 * A draw of caddy-http3 does not know what sharing the connection adds.
 */
async function writeRun(): Promise<void> {
  await cp(join(FIXTURES, 'run'), folder, { recursive: true });
  const counts = new Map<string, number>();
  await rewrite('samples.ndjson', (line) => {
    const sample = v.parse(Sample, line);
    const { cell, label, outcome } = sample;
    const times = { 'covalue-load': 20, 'covalue-create': 19 }[label] ?? 1;
    counts.set(cell, (counts.get(cell) ?? 0) + times);
    const changed = Array.from({ length: times }, (_, at) => {
      if (cell === LOST && label === 'fresh-other-load') return { ...sample, outcome: TIMEOUT };
      if (outcome.status !== 'ok') return sample;
      return { ...sample, outcome: { ...outcome, durationMs: outcome.durationMs * (1 + at / 7) } };
    });
    return withLaterRounds(changed);
  });
  await rewrite('cells.ndjson', (line) => {
    const cell = v.parse(Cell, line);
    const later = withLaterRounds([{ ...cell, samples: counts.get(cell.cell) ?? 0 }]);
    return later.map((each) => ({ ...each, seed: cell.seed + each.round - cell.round }));
  });
  await rewrite('connections.ndjson', (line) => {
    const { cell, seed, ...rest } = v.parse(Connection, line);
    const round = Number(cell.slice(cell.lastIndexOf('/') + 1));
    return withLaterRounds([{ cell, round }]).map((each) => ({
      ...rest,
      cell: each.cell,
      seed: seed + each.round - round,
    }));
  });
}

const LOST = 'reference-4g/caddy-http3/download-text/0';
const TIMEOUT = { status: 'failed', code: 'timeout', reason: 'made up', afterMs: 20_000 } as const;

/** The lines of a cell, and those of the same cell six rounds later. */
function withLaterRounds<Line extends { cell: string; round: number }>(
  own: readonly Line[],
): readonly Line[] {
  const later = own.map((line) => {
    const round = line.round + 6;
    return { ...line, round, cell: line.cell.replace(/\d+$/, String(round)) };
  });
  return own[0]?.cell.startsWith('reference-4g/uws-ws/download-text/') ? [...own, ...later] : own;
}

/**
 * Two rounds of fresh connections of three servers, and a place of one round:
 * - `download`: two strata, one of them with a connection less: a server lacks one that is left out;
 * - `upload`, one round: five strata of one connection each;
 * - `download` at a loss of 2 %: no strata. A server does not answer at all during one transfer, another one neither
 *   before one, nor does its transfer begin; messages go on after ten seconds.
 *
 * A client was at its limit in two of ten connections of one server, and in four of ten of another.
 */
async function writeFreshRun(own: string): Promise<void> {
  await cp(join(FIXTURES, 'run'), own, { recursive: true });
  const manifest = JSON.parse(await readFile(join(own, 'manifest.json'), 'utf8'));
  for (const block of manifest.blocks) block.workload.connections = 5;
  await writeFile(join(own, 'manifest.json'), JSON.stringify(manifest));
  const like = (await readFile(join(own, 'cells.ndjson'), 'utf8')).split('\n');
  const id = 'reference-4g/node-ws/download-text/0';
  const template = v.parse(Cell, JSON.parse(like.find((line) => line.includes(`"${id}"`)) ?? ''));
  const cells = PLACES.flatMap(([network, scenario, rounds]) =>
    Array.from({ length: rounds }, (_, round) =>
      SERVERS.map((variant, at) => {
        const cell = `${network}/${variant}/${scenario}-text/${round}`;
        const limiter = null;
        const own = { ...template, cell, network, scenario, variant, round, limiter, seed: round };
        const waits = randomOf(cell);
        return freshCell(own, drawsOf(network, scenario, round, at), (of, phase, kind, index) => {
          const isLossy = network.includes('loss');
          if (isLossy && at === 1 && of === 2 && phase === 'same') return null;
          if (isLossy && at === 2 && of === 1) return null;
          // Later messages are slower, and so are those of some connections.
          const added = phase === 'alone' ? 0 : 300 * at + 90 * of * of + 5 * index;
          return waits.around(105 + added + (kind === 'event' ? 7 : 0), 0.1);
        });
      }),
    ).flat(),
  );
  const linesOf: Readonly<Record<string, readonly object[]>> = {
    cells: cells.map(({ cell }) => cell),
    connections: cells.flatMap(({ connections }) => connections),
    samples: cells.flatMap(({ samples }) => samples),
  };
  for (const [name, all] of Object.entries(linesOf)) {
    const text = all.map((line) => `${JSON.stringify(line)}\n`).join('');
    await writeFile(join(own, `${name}.ndjson`), text);
  }
}

const SERVERS = ['node-ws', 'uws-ws', 'caddy-http3'];
const PLACES = [
  ['reference-4g', 'download', 2],
  ['reference-4g', 'upload', 1],
  ['reference-4g+loss=2%', 'download', 2],
] as const;

/** @param server its number. */
function drawsOf(network: string, scenario: string, round: number, server: number): Draw[] {
  const isLossy = network.includes('loss');
  const of = scenario === 'upload' ? 5 : 2;
  return Array.from({ length: 5 }, (_, at): Draw => {
    const stratum = (at * 3) % of;
    return {
      seed: 1_000 * (round + 1) + at,
      linkSeed: 10_000 * (round + 1) + at,
      firstLoss: isLossy ? null : { stratum, of, quantile: (stratum + 0.5) / of },
      binBytes: isLossy && server === 2 && at === 1 ? 0 : 20_000 + 3_000 * at + 7_000 * server,
      ...(isLossy ? { seconds: 13 } : {}),
      ...(of === 2 && !isLossy && server === 1 && at === 4 ? { reason: 'made up' } : {}),
      ...(server === (isLossy ? 0 : 2) && at < (isLossy ? 1 : 2) ? { limiter: CLIENT } : {}),
    };
  });
}

const CLIENT = { verdict: 'client', why: 'made up' } as const;

async function rewrite(name: string, change: (line: unknown) => readonly object[]): Promise<void> {
  const path = join(folder, name);
  const before = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const after = before.flatMap((text) => change(JSON.parse(text)));
  await writeFile(path, after.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** What recompute.py says of figures.csv, by line. */
async function compare(figures: readonly Line[], of = folder): Promise<string[]> {
  await writeFile(join(of, 'figures.csv'), writeCsv(figures));
  return new Promise((resolve, reject) => {
    const args = [join(FIXTURES, 'recompute.py'), of, of];
    execFile('python3', args, (error, stdout, stderr) => {
      const found = stdout.trimEnd().split('\n');
      const code = found.length === 1 ? 0 : 1;
      if (stderr === '' && (error?.code ?? 0) === code) resolve(found);
      else reject(new Error(`exit code ${error?.code}: ${stdout}${stderr}`));
    });
  });
}

test('Python comes to the same figures, from the raw lines', async () => {
  const [result = '', ...others] = await compare(lines);
  expect(others, result).toEqual([]);
  const [, count] = /^(\d+) figures compared, 0 numbers differ$/.exec(result) ?? [];
  expect(Number(count)).toBeGreaterThan(500);
});

test('Python comes to the same figures of fresh connections', async () => {
  const [result = '', ...others] = await compare(fresh.lines, fresh.folder);
  expect(others, result).toEqual([]);
  const [, count] = /^(\d+) figures compared, 0 numbers differ$/.exec(result) ?? [];
  // Nine of each server and place, and two of its resources.
  expect(Number(count)).toBe(11 * SERVERS.length * PLACES.length);
  const one = (network: string, variant: string, metric: string) =>
    fresh.lines.find(
      (line) =>
        line['network'] === network && line['variant'] === variant && line['metric'] === metric,
    );
  // What the run is there to show.
  const lossy = 'reference-4g+loss=2%';
  expect(one('reference-4g', 'uws-ws', 'load-during')).toMatchObject({ rounds: 8, coverage: 0.95 });
  expect(one(lossy, 'uws-ws', 'load-during')).toMatchObject({ censored: true, high: Infinity });
  expect(one(lossy, 'caddy-http3', 'load-added')).toMatchObject({ rounds: 8, low: -Infinity });
  expect(one(lossy, 'node-ws', 'load-during')).toMatchObject({ ranked: true });
  expect(one('reference-4g', 'caddy-http3', 'load-during')).toMatchObject({ ranked: false });
  expect(one('reference-4g', 'uws-ws', 'load-during')?.['ratio_to_best']).toBeGreaterThan(1);
  expect(one(lossy, 'node-ws', 'load-later')?.['value']).not.toBeNull();
});

test('a number of connections that is wrong is named', async () => {
  const changed = structuredClone(fresh.lines);
  const metrics = ['alone', 'during', 'added', 'late'].flatMap((name) => [
    `load-${name}`,
    `event-${name}`,
  ]);
  const expected = [...metrics, 'goodput-start'].flatMap((metric) => {
    const own = changed.filter((line) => line['metric'] === metric && line['value'] !== null);
    const names = Object.entries(CHANGES).flatMap(([name, to]) => {
      const line = own.find((each) => each[name] !== null && each[name] !== undefined);
      if (line === undefined) return [];
      own.splice(own.indexOf(line), 1);
      line[name] = to(line[name] ?? null);
      return `'${line['variant']}', '', '${metric}', ''): ${name} `;
    });
    expect(names.length, metric).toBeGreaterThanOrEqual(metric.endsWith('late') ? 3 : 6);
    return names;
  });
  const found = (await compare(changed, fresh.folder)).slice(0, -1);
  for (const text of expected) expect(found).toContainEqual(expect.stringContaining(text));
  expect(found).toHaveLength(expected.length);
});

/** What is computed again, with its scenario. */
const METRICS = [
  ['1a', 'makespan'],
  ['1a', 'succeeded'],
  ['1b', 'load-p50'],
  ['1b', 'load-p95'],
  ['1b', 'load-p99'],
  ['2d', 'create-p50'],
  ['2d', 'create-p95'],
  ['download', 'load-alone'],
  ['download', 'load-during'],
  ['download', 'event-other'],
  ['download', 'load-added'],
  ['upload', 'event-sharing'],
  ['download', 'load-late'],
  ['upload', 'goodput-start'],
  ['download', 'wait-during'],
  ['connect', 'first-byte-rtt'],
  ['1b', 'server-cpu'],
  ['3e', 'server-rss'],
] as const;

/** The numbers of a figure, and how they may be wrong. */
const CHANGES: Readonly<Record<string, (value: ColumnValue) => ColumnValue>> = {
  value: (value) => Number(value) * (1 + 1e-6) + 1e-6,
  low: (value) => Number(value) - 1e-6,
  high: (value) => (value === Infinity ? 1e6 : Infinity),
  coverage: () => 0.9,
  ratio_to_best: (value) => Number(value) + 1e-6,
  censored: (value) => value !== true,
  rounds: (value) => Number(value) + 1,
};

test('a number that is wrong is named, and so is a figure that only one of both has', async () => {
  const changed = structuredClone(lines);
  const expected: string[] = [];
  const change = (name: string, is: (line: Line) => boolean) => {
    const to = CHANGES[name];
    const line = changed.find((each) => each['value'] !== null && each[name] !== null && is(each));
    if (to === undefined || line === undefined) throw new Error(`nothing to change: ${name}`);
    line[name] = to(line[name] ?? null);
    const { variant, arm, metric, series } = line;
    expected.push(`'${variant}', '${arm}', '${metric}', '${series}'): ${name} `);
  };
  for (const [scenario, metric] of METRICS) {
    change('value', (line) => line['scenario'] === scenario && line['metric'] === metric);
  }
  for (const name of Object.keys(CHANGES)) {
    change(name, (line) => line['metric'] === 'event-during');
  }
  const [gone] = changed.splice(
    changed.findIndex(({ metric, value }) => metric === 'event-alone' && value !== null),
    1,
  );
  changed.push({ ...gone, variant: 'nobody' });
  expected.push(`'${gone?.['variant']}', '${gone?.['arm']}', 'event-alone', ''): in one`);
  expected.push(`'nobody', '${gone?.['arm']}', 'event-alone', ''): in one`);
  const found = (await compare(changed)).slice(0, -1);
  for (const text of expected) expect(found).toContainEqual(expect.stringContaining(text));
  expect(found).toHaveLength(expected.length);
});
