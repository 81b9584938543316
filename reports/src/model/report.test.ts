import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from '../render/page.ts';
import { cellRows } from './cell-rows.ts';
import { buildReport, type Report } from './report.ts';
import { mergeRuns } from './merge-runs.ts';
import type { Figure, Table } from './table.ts';

const RUN = join(import.meta.dirname, '../../fixtures/run');
let report: Report;
beforeAll(async () => {
  report = buildReport(mergeRuns([await readRun(RUN)]));
});

function table(id: string): Table {
  const found = report.networks[0]?.tables.find((each) => each.id === `${id}-4g`);
  if (!found) throw new Error(`no table ${id}`);
  return found;
}

function figure(id: string, row: string, column: string): Figure {
  const { rows, columns } = table(id);
  const found = rows.find(({ header }) => header === row)?.figures[columns.indexOf(column)];
  if (!found) throw new Error(`no figure ${row} / ${column}`);
  return found;
}

test('has the tables of HOLB, its goodput and the set-up, then the 18 of the reference in their order', () => {
  const titles = report.networks[0]?.tables.map(({ title }) => title) ?? [];
  expect(titles.length).toBe(28);
  expect(
    titles.slice(6, 24).every((title, i) => title.startsWith(`Table ${i + 1}: Scenario `)),
  ).toBe(true);
});

describe('a figure', () => {
  test('of a batch is the median over rounds, its published counterpart beside it', () => {
    const measured = figure('table-1', '10', 'A1 node-ws');
    expect(measured).toMatchObject({
      state: 'ok',
      remark: '2 rounds, 100 % ok',
      published: { value: 42.9, marks: [] },
    });
    expect(measured.interval).not.toBeNull();
  });

  test('of a batch size that was not run says so', () => {
    expect(figure('table-1', '100', 'A1 node-ws')).toMatchObject({ state: 'not-run', value: null });
  });

  test('of an incomplete batch says how many rounds it is made of', () => {
    expect(figure('table-3', '10', 'A1 node-ws').remark).toBe('1 of 2 rounds complete, 95 % ok');
  });

  test('of an invalid cell has no value, and the reason stands below the table', () => {
    expect(figure('table-1', '10', 'C1 caddy-http3')).toMatchObject({
      state: 'invalid',
      value: null,
      cell: '4g/caddy-http3/1a-text/0',
    });
    expect(table('table-1').notes).toContain(
      'C1 caddy-http3 is invalid: 1 of 10 operations used h2 instead of h3',
    );
  });

  test('of an unsupported variant has none either', () => {
    expect(figure('table-5', 'B2 uws-http1', 'p50 (ms)').state).toBe('unsupported');
  });

  test('of a scenario that was left out is not run', () => {
    expect(figure('table-12', 'A1 node-ws', 'p50 (ms)').state).toBe('not-run');
  });

  test('that n cannot support says how many it needs', () => {
    expect(figure('table-5', 'A1 node-ws', 'p95 (ms)').text).toBe('n too small (n=10, needs 20)');
    expect(figure('table-14', 'A1 node-ws', 'p99 (ms)').text).toBe('n too small (n=2, needs 100)');
  });

  test('counts users that failed', () => {
    const users = ['created', 'completed', 'failed'].map(
      (what) => figure('table-10', 'A2 node-http1', `vusers ${what}`).value,
    );
    expect(users).toEqual([10, 8, 2]);
    expect(figure('table-9', 'A2 node-http1', 'ok').text).toBe('80 %');
  });
});

test('a round that does not count is told below the table', () => {
  expect(table('table-8').notes.at(-2)).toMatch(/^B1 uws-ws: round 0 does not count: /);
});

test('a cell names the command that runs it again, with what was chosen over the preset', async () => {
  const run = await readRun(RUN);
  const config = { ...run.manifest.config, users: 7 };
  const networks = run.manifest.networks.map((network) => ({
    ...network,
    options: '--networks 4g --loss 1%',
    workload: { ...network.workload, fileBytes: 5, userFileBytes: 5 },
  }));
  const [cell] = cellRows(mergeRuns([{ ...run, manifest: { ...run.manifest, config, networks } }]));
  expect(cell?.command).toBe(
    'pnpm bench --preset smoke --variants caddy-http3 --scenarios 1a --networks 4g --loss 1% ' +
      '--kinds binary --rounds 1 --seed 1 --users 7 --file-size 5',
  );
});

test('beside a big transfer, HOLB delay is self − foreign, and the unanswered count', () => {
  const row = (column: string) => figure('table-4f-load', 'A3 node-http2', column);
  // Made up: self 1,600 ms, foreign 140, each × 0.9 to 1.2; a fifth of the self probes unanswered.
  expect(row('HOLB delay (ms)').value).toBeGreaterThan(1_200);
  expect(row('HOLB delay (ms)').interval).not.toBeNull();
  expect(row('unanswered').value).toBe(8);
  expect(row('self p95 (ms)').state).toBe('failed');
  expect(row('in 500 ms').value).toBe(0);
  expect(Math.abs((row('bulk self (Mbit/s)').value ?? 0) - 9)).toBeLessThan(1);
});

test('known defects of published figures are marked', () => {
  expect(figure('table-12', 'C1 caddy-http3', 'p99 (ms)').published?.marks).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
  ]);
  expect(figure('table-10', 'B2 uws-http1', 'Max (ms)').published?.marks).toEqual(['b', 'd', 'e']);
  expect(figure('table-5', 'A1 node-ws', 'p50 (ms)').published?.marks).toEqual([]);
});

test('what cannot be compared says so', () => {
  const network =
    '20 Mbit/s down, 10 Mbit/s up, round trip 100 ms, 0.5 % loss here, a network that is not stated there: not comparable';
  expect(table('table-3').notComparable).toEqual([
    network,
    '1 MiB files here, 50 MiB there: not comparable',
  ]);
  expect(table('table-1').notComparable).toEqual([network]);
});

describe('the page', () => {
  test('is one document that asks the network for nothing', () => {
    const text = page(report);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).not.toMatch(/(?:src|href)="(?!#)/);
    expect(text).not.toContain('url(');
    // Its plots: of ten measures or so, and those of the network.
    expect(text.match(/<svg xmlns/g)?.length).toBeGreaterThan(9);
    expect(text).toContain('<figure id="plot-holb-4f-load-4g" ');
  });

  test('lets no text of a log become markup', () => {
    const text = page(report);
    expect(text).toContain('&#60;script&#62;alert(');
    // The page's own, which its policy names by their hashes.
    const scripts = [...text.matchAll(/<script type="module">(.*?)<\/script>/gs)];
    expect(text.split('<script')).toHaveLength(scripts.length + 1);
    const hashes = scripts.map(([, script = '']) =>
      createHash('sha256').update(script).digest('base64'),
    );
    const sources = hashes.map((hash) => `&#39;sha256-${hash}&#39;`).join(' ');
    expect(text).toContain(`script-src ${sources}"`);
  });

  test('has the target of every link, once', () => {
    const text = page(report);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });
});
