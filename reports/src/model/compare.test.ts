import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedLatency, type Changes, writeChangedRun } from '../../fixtures/changed-run.ts';
import { mergeRuns } from './merge-runs.ts';
import { buildReport, type Report } from './report.ts';
import type { Compared, Figure } from './table.ts';

let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-compare-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function dataOf(run: string, changes: Changes) {
  const path = join(folder, String((made += 1)));
  return mergeRuns([await readRun(await writeChangedRun(path, { run, ...changes }))]);
}

async function compared(here: Changes, there: Changes): Promise<Report> {
  return buildReport(await dataOf('here', here), await dataOf('there', there));
}

function figure({ networks }: Report, id: string, row: string, column: string): Figure {
  const table = networks.flatMap(({ tables }) => tables).find((each) => each.id === id);
  const found = table?.rows.find(({ header }) => header === row);
  const place = found?.figures[table?.columns.indexOf(column) ?? -1];
  if (!place) throw new Error(`no figure ${id} / ${row} / ${column}`);
  return place;
}

const idle = (change: (ms: number) => number): Changes =>
  changedLatency(
    { variant: 'node-ws', scenario: '4f', label: LABELS.probe('idle', 'load') },
    change,
  );
const idleOf = (report: Report): Compared | null =>
  figure(report, 'table-4f-load', 'A1 node-ws', 'idle p50 (ms)').compared;

describe('a figure', () => {
  test('whose intervals of four rounds are apart differs, and is listed', async () => {
    const report = await compared(
      {},
      idle((ms) => 3 * ms),
    );
    expect(idleOf(report)).toMatchObject({ difference: 'lower', why: null });
    expect(idleOf(report)?.ratio).toBeCloseTo(1 / 3);
    const listed = report.comparison?.differences.map(({ row, column }) => `${row}: ${column}`);
    expect(listed).toContain('A1 node-ws: idle p50 (ms)');
    // Nothing else was changed, and what follows from it is of the same cell.
    expect(new Set(listed?.map((each) => each.split(':')[0]))).toEqual(new Set(['A1 node-ws']));
    expect(report.comparison?.counts.higher).toBe(1);
    expect(figure(report, 'table-4f-load', 'A1 node-ws', 'inflation').compared).toMatchObject({
      difference: 'higher',
    });
    expect(report.comparison?.counts.lower).toBe(1);
  });

  test('whose intervals overlap does not', async () => {
    const report = await compared(
      {},
      idle((ms) => 1.02 * ms),
    );
    expect(idleOf(report)).toMatchObject({ difference: 'not shown', why: 'overlap' });
    expect(report.comparison?.differences).toEqual([]);
  });

  test('does not either when a link may be off by as much', async () => {
    const of = (ms: number) =>
      compared(
        idle(() => 105),
        idle(() => ms),
      );
    expect(idleOf(await of(108))).toMatchObject({ why: 'within tolerance' });
    expect(idleOf(await of(112))).toMatchObject({ difference: 'lower', why: null });
    expect(idleOf(await of(99))).toMatchObject({ difference: 'higher', why: null });
  });

  test('of fewer than four rounds shows nothing', async () => {
    const report = await compared({}, { ...idle((ms) => 3 * ms), times: 1 });
    expect(idleOf(report)).toMatchObject({ difference: 'not shown', why: 'too few rounds' });
    expect(report.comparison?.differences).toEqual([]);
    expect(report.comparison?.counts).toMatchObject({
      higher: 0,
      lower: 0,
      judged: 0,
      byChance: 0,
    });
    expect(report.comparison?.counts.why.overlap).toBe(0);
  });

  test('that only one run has is beside why the other has none, and never beside 0', async () => {
    const valid: Changes = {
      cell: (cell) => (cell.scenario === '1a' ? { ...cell, valid: true, reasons: [] } : cell),
    };
    const place = ['table-1', '10', 'C1 caddy-http3'] as const;
    const here = figure(await compared({}, valid), ...place);
    expect(here).toMatchObject({ state: 'invalid', value: null });
    expect(here.compared).toMatchObject({ ratio: null, why: 'no value' });
    expect(here.compared?.value).toBeGreaterThan(10);
    const there = figure(await compared(valid, {}), ...place);
    expect(there.state).toBe('ok');
    expect(there.compared).toMatchObject({ text: 'invalid', value: null, why: 'no value' });
  });

  test('that is no median is not judged, however far apart', async () => {
    const report = await compared(
      {},
      changedLatency(
        { variant: 'node-ws', scenario: '4f', label: LABELS.probe('self', 'load') },
        (ms) => 3 * ms,
      ),
    );
    const of = (column: string) => figure(report, 'table-4f-load', 'A1 node-ws', column).compared;
    expect(of('self p50 (ms)')).toMatchObject({ difference: 'lower', why: null });
    expect(of('self p95 (ms)')).toMatchObject({ difference: 'not shown', why: 'not a median' });
    const { why } = report.comparison?.counts ?? {};
    expect(why?.['not a median']).toBeGreaterThan(0);
  });

  test('of a count has no interval to be apart', async () => {
    const report = await compared({}, { times: 1 });
    const n = figure(report, 'table-4f-load', 'A1 node-ws', 'n').compared;
    expect(n).toMatchObject({ ratio: 2, difference: 'not shown', why: 'no interval' });
  });
});

test('nothing differs between a run and its repetition, but by chance', async () => {
  const { comparison } = await compared({}, {});
  const { higher, lower, why, compared: all, judged, byChance } = comparison?.counts ?? {};
  expect([higher, lower]).toEqual([0, 0]);
  expect(all).toBe((why?.overlap ?? 0) + (why?.['too few rounds'] ?? 0));
  expect(judged).toBeGreaterThan(100);
  // Of one number a round 2 ÷ C(8, 4), one in 35; of pooled medians twice as many.
  const share = (byChance ?? 0) / (judged ?? 1);
  expect(share).toBeGreaterThan(1 / 35);
  expect(share).toBeLessThan(0.06);
  expect(comparison?.conditions).toEqual([]);
  expect(comparison?.onlyOne).toEqual([]);
});

test('head-of-line blocking comes first, then what differs by the most', async () => {
  const both: Changes = {
    sample: (sample) => {
      const { scenario, variant, outcome } = sample;
      const factor = scenario === '4f' ? 2 : variant === 'node-ws' ? 4 : 8;
      if (outcome.status !== 'ok' || variant === 'caddy-http3') return sample;
      return { ...sample, outcome: { ...outcome, durationMs: factor * outcome.durationMs } };
    },
  };
  const { comparison } = await compared(both, {});
  const found = comparison?.differences.map(({ table: { from }, figure: { compared: of } }) => ({
    isHolb: from?.scenario === '4f',
    size: Math.abs(Math.log(of?.ratio ?? 0)),
  }));
  const others = found?.filter(({ isHolb }) => !isHolb) ?? [];
  expect(found?.map(({ isHolb }) => isHolb).lastIndexOf(true)).toBe(
    (found?.length ?? 0) - others.length - 1,
  );
  expect(others.length).toBeGreaterThan(2);
  expect(others.map(({ size }) => size)).toEqual(
    others.map(({ size }) => size).toSorted((a, b) => b - a),
  );
});

describe('what else differs', () => {
  const network = (change: (profile: NetworkRecord) => NetworkRecord): Changes => ({
    manifest: (manifest) => ({ ...manifest, networks: manifest.networks.map(change) }),
  });
  type NetworkRecord = Parameters<NonNullable<Changes['manifest']>>[0]['networks'][number];

  test('is told, and settings, which one compares, are no reason not to', async () => {
    const report = await compared(
      {},
      {
        ...idle((ms) => 3 * ms),
        manifest: (manifest) => ({
          ...manifest,
          machine: { ...manifest.machine, kernel: '6.1' },
          versions: { ...manifest.versions, chromium: '157.0' },
          sysctls: { 'net.ipv4.tcp_congestion_control': 'bbr' },
          config: {
            ...manifest.config,
            seed: 2,
            factors: { ...manifest.config.factors, notsentLowatBytes: 16_384 },
          },
        }),
      },
    );
    expect(
      report.comparison?.conditions.map((line) => line.replace(/made-up.*?OS 1/gi, '…')),
    ).toEqual([
      'different machines: this run: …, kernel 6.0, x64; the other run: …, kernel 6.1, x64',
      'different versions: this run: chromium 156.0; the other run: chromium 157.0',
      'different kernel settings: this run: net.ipv4.tcp_congestion_control cubic; the other run: net.ipv4.tcp_congestion_control bbr',
      'different settings: this run: --notsent-lowat default; the other run: --notsent-lowat 16k',
      'different plans: this run: seed 1; the other run: seed 2',
    ]);
    expect(idleOf(report)).toMatchObject({ difference: 'lower' });
  });

  test('another workload makes those tables not comparable that it decides', async () => {
    const window = (windowSeconds: number) =>
      network((record) => ({ ...record, workload: { ...record.workload, windowSeconds } }));
    const report = await compared(window(10), { ...idle((ms) => 3 * ms), ...window(5) });
    const why =
      'Not comparable with there: different workloads: this run: windowSeconds 10; the other run: windowSeconds 5';
    const marked = report.networks
      .flatMap(({ tables }) => tables)
      .filter(({ notComparable }) => notComparable.includes(why));
    // What cells used is of all scenarios.
    expect(marked.map(({ id }) => id).filter((id) => id !== 'table-resources')).toEqual([
      'table-4f-load',
      'table-4f-event',
      'table-goodput',
    ]);
    expect(idleOf(report)).toMatchObject({ difference: 'not shown', why: 'not comparable' });
    expect(report.comparison?.differences).toEqual([]);
  });

  test('another link of that name makes all of its tables not comparable', async () => {
    const lossy = network((record) => ({
      ...record,
      profile: { ...record.profile, down: { ...record.profile.down, lossFraction: 0.02 } },
    }));
    const report = await compared({}, { ...idle((ms) => 3 * ms), ...lossy });
    const tables = report.networks.flatMap((each) => each.tables);
    expect(
      tables.every(({ notComparable }) => notComparable.some((text) => text.includes('2 %'))),
    ).toBe(true);
    expect(report.comparison?.counts).toMatchObject({ compared: 0, higher: 0, lower: 0 });
    expect(report.comparison?.conditions.join()).toMatch(/^4g: different links: .* 2 %/);
  });

  test('links that were measured further apart than allowed are told', async () => {
    const slow = network((record) => {
      const { certificate } = record;
      const readings = certificate?.readings.map((reading) => ({
        ...reading,
        rttMs: reading.rttMs && { ...reading.rttMs, median: 107 },
      }));
      return {
        ...record,
        certificate: certificate && { ...certificate, readings: readings ?? [] },
      };
    });
    const { comparison } = await compared({}, slow);
    expect(comparison?.conditions).toHaveLength(1);
    expect(comparison?.conditions[0]).toMatch(
      /^4g: different links as measured: this run: RTT 100\.4 ms, .*; the other run: RTT 107\.0 ms, /,
    );
  });

  test('a network that only one has is named', async () => {
    const second: Changes = {
      manifest: (manifest) => {
        const [first] = manifest.networks;
        if (!first) throw new Error('no network');
        const other = { ...first, profile: { ...first.profile, id: '3g' } };
        const config = { ...manifest.config, networks: ['4g', '3g'] };
        return { ...manifest, config, networks: [first, other] };
      },
    };
    const there = await compared({}, { ...idle((ms) => 3 * ms), ...second });
    expect(there.comparison?.onlyOne).toEqual(['only in the other run: the network 3g']);
    // Ids carry the network's name in one of the runs only; keys find their table all the same.
    expect(idleOf(there)).toMatchObject({ difference: 'lower' });
    const here = await compared(second, {});
    expect(here.comparison?.onlyOne).toEqual(['only in this run: the network 3g']);
  });

  test('tables and rows that only one has are named', async () => {
    const without: Changes = {
      cell: (cell) => (cell.variant === 'uws-ws' || cell.scenario === '3e' ? null : cell),
    };
    const only = (await compared({}, without)).comparison?.onlyOne;
    expect(only).toEqual([
      expect.stringMatching(/^4g: only in this run: B1 uws-ws of Scenario 4f Load of a Text .*; /),
      expect.stringMatching(/^4g: only in this run: Table 13: .*; Scenario 3e Text - Delivery of /),
    ]);
    const back = (await compared(without, {})).comparison?.onlyOne;
    expect(back).toEqual(only?.map((line) => line.replace('this run', 'the other run')));
  });
});

test('runs that have nothing in common are refused, with the remedy', async () => {
  const elsewhere: Changes = {
    manifest: (manifest) => ({
      ...manifest,
      config: { ...manifest.config, networks: ['3g'] },
      networks: manifest.networks.map((record) => ({
        ...record,
        profile: { ...record.profile, id: '3g' },
      })),
    }),
    cell: (cell) => ({ ...cell, network: '3g' }),
  };
  await expect(compared({}, elsewhere)).rejects.toThrow(
    'nothing to compare: here has 1a, 3e, 4f over 4g, but there has 1a, 3e, 4f over 3g; runs of the same --networks and --scenarios can be compared',
  );
});

test('the shards of a run compare as the whole of it', async () => {
  const shard = (index: number): Changes => ({
    manifest: (manifest) => ({
      ...manifest,
      config: { ...manifest.config, shard: `${index}/2` },
    }),
    cell: (cell) => (cell.round % 2 === index - 1 ? cell : null),
  });
  const change = idle((ms) => 3 * ms);
  const parts = await Promise.all(
    [1, 2].map(async (index) => {
      const path = join(folder, `shard-${index}`);
      return readRun(await writeChangedRun(path, { run: 'there', ...change, ...shard(index) }));
    }),
  );
  const [first, ...rest] = parts;
  if (!first) throw new Error('no shard');
  const own = await dataOf('here', {});
  const whole = buildReport(own, await dataOf('there', change)).comparison;
  const split = buildReport(own, mergeRuns([first, ...rest])).comparison;
  expect(split?.counts).toEqual(whole?.counts);
  expect(split?.other).toBe('there-shard-1-of-2, there-shard-2-of-2');
  expect(split?.conditions).toEqual([]);
});
