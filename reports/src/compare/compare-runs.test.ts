import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block } from '@holbench/results/block';
import { readRun } from '@holbench/results/run-reader';
import { LABELS } from '@holbench/scenarios/labels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedLatency, type Changes, writeChangedRun } from '../../fixtures/changed-run.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import type { ReportData } from '../runs/report-data.ts';
import { Relation } from '../figures/relation.ts';
import type { Compared } from './compared.ts';
import { type Comparison, countOutcomes, isInTables, shownDifferences } from './comparison.ts';
import { compareRuns } from './compare-runs.ts';

let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-compare-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function dataOf(run: string, changes: Changes): Promise<ReportData> {
  const path = join(folder, String((made += 1)));
  return mergeRuns([await readRun(await writeChangedRun(path, { run, ...changes }))]);
}

function compareData(here: ReportData, there: ReportData): Comparison {
  const [own, other] = [here, there].map((data) => ({ data, relation: Relation.of(data) }));
  if (!own || !other) throw new Error('two runs');
  return compareRuns(own, other);
}

async function compared(here: Changes, there: Changes): Promise<Comparison> {
  return compareData(await dataOf('here', here), await dataOf('there', there));
}

/** The figure of one variant over reference-4g; null where it is not compared. */
function figure(
  { compared: all }: Comparison,
  scenario: string,
  variant: string,
  metric: string,
  series = '',
): Compared | null {
  const found = all.filter(
    ({ here }) =>
      here.scenario === scenario &&
      here.kind === 'text' &&
      here.variant.id === variant &&
      here.metric.id === metric &&
      here.series === series,
  );
  expect(found.length).toBeLessThan(2);
  return found[0] ?? null;
}

/** Differences of the tables. */
function listed({ compared: all }: Comparison): Compared[] {
  return shownDifferences(all).filter(isInTables);
}

const HIGHER = { outcome: 'higher' };
const LOWER = { outcome: 'lower' };

/** Outcomes of the tables. */
function countsOf({ compared: all }: Comparison) {
  return countOutcomes(all.filter(isInTables));
}

const alone = (change: (ms: number) => number): Changes =>
  changedLatency(
    { variant: 'node-ws', scenario: 'download', label: LABELS.probe('alone', 'load') },
    change,
  );
const idleOf = (comparison: Comparison): Compared | null =>
  figure(comparison, 'download', 'node-ws', 'load-alone');

test('a run that did not end is said to be one', async () => {
  const [here, there] = [await dataOf('here', {}), await dataOf('there', {})];
  const unended = { ...there, manifest: { ...there.manifest, endedAt: null } };
  expect(compareData(here, there).warnings).toEqual([]);
  expect(compareData(here, unended).warnings).toEqual([
    'The run did not end: 156 cells were planned.',
  ]);
});

describe('a figure', () => {
  test('whose ratio is beyond what is no difference differs, and is listed', async () => {
    const comparison = await compared(
      {},
      alone((ms) => 3 * ms),
    );
    expect(idleOf(comparison)).toMatchObject(LOWER);
    expect(idleOf(comparison)?.ratio).toBeCloseTo(1 / 3);
    // Nothing else was changed; the other one follows from it.
    const names = listed(comparison).map(({ here }) => `${here.variant.id} ${here.metric.id}`);
    expect(names.toSorted()).toEqual(['node-ws load-added', 'node-ws load-alone']);
    expect(figure(comparison, 'download', 'node-ws', 'load-added')).toMatchObject(HIGHER);
    const outcomes = countsOf(comparison);
    expect([outcomes.get('higher'), outcomes.get('lower')]).toEqual([1, 1]);
  });

  test('that is a detail differs, too, and is neither listed nor counted', async () => {
    const comparison = await compared(
      {},
      alone((ms) => 3 * ms),
    );
    expect(figure(comparison, 'download', 'node-ws', 'load-alone-mean')).toMatchObject(LOWER);
    const details = shownDifferences(comparison.compared).filter((each) => !isInTables(each));
    expect(details.map(({ here }) => here.metric.id)).toContain('load-alone-mean');
  });

  test('that is within 10 % is equivalent', async () => {
    const seeds: Changes = { cell: (cell) => ({ ...cell, seed: cell.round }) };
    const comparison = await compared(seeds, { ...alone((ms) => 1.02 * ms), ...seeds });
    expect(idleOf(comparison)).toMatchObject({ outcome: 'equivalent', versus: { by: 'pairs' } });
    expect(listed(comparison)).toEqual([]);
  });

  test('differs from 10 % on', async () => {
    const of = (ms: number) =>
      compared(
        alone(() => 105),
        alone(() => ms),
      );
    expect(idleOf(await of(115))).toMatchObject({ outcome: 'equivalent' });
    expect(idleOf(await of(116))).toMatchObject(LOWER);
    expect(idleOf(await of(95))).toMatchObject(HIGHER);
  });

  test('of runs without a seed in common is judged by all of their connections', async () => {
    const seeds = (first: number): Changes => ({
      cell: (cell) => ({ ...cell, seed: first + cell.round }),
    });
    const other = { ...alone((ms) => 3 * ms), ...seeds(100) };
    expect(idleOf(await compared(seeds(0), other))).toMatchObject({
      ...LOWER,
      versus: { by: 'shift', isRatio: true },
    });
  });

  test('of fewer than six rounds, or three connections, shows nothing', async () => {
    const comparison = await compared({}, { ...alone((ms) => 3 * ms), times: 1 });
    expect(idleOf(comparison)).toMatchObject({ outcome: 'too few' });
    expect(listed(comparison)).toEqual([]);
    for (const outcome of ['higher', 'lower', 'equivalent', 'undecided'] as const) {
      expect(countsOf(comparison).has(outcome)).toBe(false);
    }
  });

  test('that only one run has is beside why the other has none, and never beside 0', async () => {
    const valid: Changes = {
      cell: (cell) => (cell.scenario === '1a' ? { ...cell, valid: true, reasons: [] } : cell),
    };
    const place = ['1a', 'caddy-http3', 'makespan', '10'] as const;
    const only = await compared({}, valid);
    expect(figure(only, ...place)).toMatchObject({
      here: { state: 'invalid', value: null },
      ratio: null,
      outcome: 'there',
    });
    expect(figure(only, ...place)?.there.value).toBeGreaterThan(10);
    expect(countsOf(only).get('there')).toBeGreaterThan(0);
    const other = await compared(valid, {});
    expect(figure(other, ...place)).toMatchObject({
      here: { state: 'ok' },
      there: { state: 'invalid', value: null },
      outcome: 'here',
    });
    expect(countsOf(other).get('here')).toBeGreaterThan(0);
  });

  test('of every statistic of a connection is judged alike', async () => {
    const comparison = await compared(
      {},
      changedLatency(
        { variant: 'node-ws', scenario: 'download', label: LABELS.probe('same', 'load') },
        (ms) => 3 * ms,
      ),
    );
    for (const metric of ['load-during', 'load-during-mean', 'load-added', 'load-sharing']) {
      expect(figure(comparison, 'download', 'node-ws', metric)).toMatchObject(LOWER);
    }
  });

  test('of no round, such as a count, is not judged', async () => {
    const comparison = await compared({}, {});
    const count = figure(comparison, '3e', 'node-ws', 'mutations');
    expect(count).toMatchObject({ outcome: 'not judged', versus: null });
  });

  test('is found by the figure of this run, and by none of the other kind', async () => {
    const comparison = await compared({}, {});
    const found = idleOf(comparison);
    expect(found === null ? null : comparison.find(found.here)).toBe(found);
    const elsewhere = found && { ...found.here, network: 'reference-3g' };
    expect(elsewhere === null ? undefined : comparison.find(elsewhere)).toBeNull();
  });
});

test('nothing differs between a run and its repetition', async () => {
  const comparison = await compared({}, {});
  const { conditions, onlyOne } = comparison;
  const outcomes = countsOf(comparison);
  expect([outcomes.has('higher'), outcomes.has('lower')]).toEqual([false, false]);
  expect(outcomes.get('equivalent')).toBeGreaterThan(100);
  expect(conditions).toEqual([]);
  expect(onlyOne).toEqual([]);
});

test('head-of-line blocking comes first, then what differs by the most', async () => {
  const both: Changes = {
    sample: (sample) => {
      const { scenario, variant, outcome } = sample;
      const factor = scenario === 'download' ? 2 : variant === 'node-ws' ? 4 : 8;
      if (outcome.status !== 'ok' || variant === 'caddy-http3') return sample;
      return { ...sample, outcome: { ...outcome, durationMs: factor * outcome.durationMs } };
    },
  };
  const found = listed(await compared(both, {})).map(({ here, ratio }) => ({
    isHolb: here.scenario === 'download',
    size: Math.abs(Math.log(ratio ?? 0)),
  }));
  const others = found.filter(({ isHolb }) => !isHolb);
  expect(found.map(({ isHolb }) => isHolb).lastIndexOf(true)).toBe(
    found.length - others.length - 1,
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
  const blocks = (change: (block: Block) => Block): Changes => ({
    manifest: (manifest) => ({ ...manifest, blocks: manifest.blocks.map(change) }),
  });

  test('is told, and settings, which one compares, are no reason not to', async () => {
    const comparison = await compared(
      {},
      {
        ...alone((ms) => 3 * ms),
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
    expect(comparison.conditions.map((line) => line.replace(/made-up.*?OS 1/gi, '…'))).toEqual([
      'different machines: this run: …, kernel 6.0, x64; the other run: …, kernel 6.1, x64',
      'different versions: this run: chromium 156.0; the other run: chromium 157.0',
      'different kernel settings: this run: net.ipv4.tcp_congestion_control cubic; the other run: net.ipv4.tcp_congestion_control bbr',
      'different settings: this run: --notsent-lowat default; the other run: --notsent-lowat 16k',
      'different plans: this run: seed 1; the other run: seed 2',
    ]);
    expect(idleOf(comparison)).toMatchObject(LOWER);
  });

  test('another workload makes those scenarios not comparable that it decides', async () => {
    const window = (transferSeconds: number): Changes =>
      blocks((block) => ({ ...block, workload: { ...block.workload, transferSeconds } }));
    const comparison = await compared(window(10), { ...alone((ms) => 3 * ms), ...window(5) });
    const scenarios = (isComparable: boolean) =>
      new Set(
        comparison.compared
          .filter(({ outcome }) => outcome !== 'no value')
          .filter(({ outcome }) => isComparable !== (outcome === 'not comparable'))
          .map(({ here }) => here.scenario),
      );
    expect(scenarios(false)).toEqual(new Set(['download']));
    expect(scenarios(true)).toEqual(new Set(['1a', '3e']));
    expect(comparison.conditions).toEqual([
      'reference-4g download: different workloads: this run: transferSeconds 10; the other run: transferSeconds 5',
    ]);
    expect(idleOf(comparison)).toMatchObject({ outcome: 'not comparable' });
    expect(listed(comparison)).toEqual([]);
  });

  test('more rounds are told, and are no reason not to compare', async () => {
    const more = blocks((block) => ({
      ...block,
      rounds: block.rounds + 1,
      workload: { ...block.workload, subscribers: 3 },
    }));
    const comparison = await compared({}, { ...alone((ms) => 3 * ms), ...more });
    expect(comparison.conditions).toEqual([
      'reference-4g 1a: different workloads: this run: rounds 2; the other run: rounds 3',
      'reference-4g 3e: different workloads: this run: subscribers 2, rounds 2; the other run: subscribers 3, rounds 3',
      'reference-4g download: different workloads: this run: rounds 6; the other run: rounds 7',
    ]);
    expect(idleOf(comparison)).toMatchObject(LOWER);
  });

  test('another link of that name makes all figures over it not comparable', async () => {
    const lossy = network((record) => ({
      ...record,
      profile: { ...record.profile, down: { ...record.profile.down, lossFraction: 0.02 } },
    }));
    const comparison = await compared({}, { ...alone((ms) => 3 * ms), ...lossy });
    const { conditions } = comparison;
    expect([...countsOf(comparison).keys()].toSorted()).toEqual(['not comparable']);
    expect(conditions.join()).toMatch(/^reference-4g: different links: .* 2 %/);
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
    const { conditions } = await compared({}, slow);
    expect(conditions).toHaveLength(1);
    expect(conditions[0]).toMatch(
      /^reference-4g: different links as measured: this run: RTT 100\.4 ms, .*; the other run: RTT 107\.0 ms, /,
    );
  });

  test('a network that only one has is named', async () => {
    const second: Changes = {
      manifest: (manifest) => {
        const [first] = manifest.networks;
        if (!first) throw new Error('no network');
        const other = { ...first, profile: { ...first.profile, id: 'reference-3g' } };
        const networks = ['reference-4g', 'reference-3g'];
        const also = manifest.blocks.map((block) => ({ ...block, networks }));
        return { ...manifest, blocks: also, networks: [first, other] };
      },
    };
    const there = await compared({}, { ...alone((ms) => 3 * ms), ...second });
    expect(there.onlyOne).toEqual(['reference-3g: only in the other run: the network']);
    expect(idleOf(there)).toMatchObject(LOWER);
    const here = await compared(second, {});
    expect(here.onlyOne).toEqual(['reference-3g: only in this run: the network']);
  });

  test('scenarios and variants that only one has are named', async () => {
    const without: Changes = {
      cell: (cell) => (cell.variant === 'uws-ws' || cell.scenario === '3e' ? null : cell),
    };
    const only = (await compared({}, without)).onlyOne;
    expect(only).toEqual([
      'reference-4g: only in this run: B1 uws-ws in 1a text; 1a binary; download text',
      'reference-4g: only in this run: 3e text; 3e binary',
    ]);
    const back = (await compared(without, {})).onlyOne;
    expect(back).toEqual(only.map((line) => line.replace('this run', 'the other run')));
  });
});

test('runs that have nothing in common are refused, with the remedy', async () => {
  const elsewhere: Changes = {
    manifest: (manifest) => ({
      ...manifest,
      blocks: manifest.blocks.map((block) => ({ ...block, networks: ['reference-3g'] })),
      networks: manifest.networks.map((record) => ({
        ...record,
        profile: { ...record.profile, id: 'reference-3g' },
      })),
    }),
    cell: (cell) => ({ ...cell, network: 'reference-3g' }),
  };
  await expect(compared({}, elsewhere)).rejects.toThrow(
    /^nothing to compare: here has .* in 1a, 3e, download over reference-4g, but there has .* over reference-3g; runs with a variant, a scenario and a network in common can be compared$/,
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
  const change = alone((ms) => 3 * ms);
  const parts = await Promise.all(
    [1, 2].map(async (index) => {
      const path = join(folder, `shard-${index}`);
      return readRun(await writeChangedRun(path, { run: 'there', ...change, ...shard(index) }));
    }),
  );
  const [first, ...rest] = parts;
  if (!first) throw new Error('no shard');
  const own = await dataOf('here', {});
  const whole = compareData(own, await dataOf('there', change));
  const split = compareData(own, mergeRuns([first, ...rest]));
  expect(countsOf(split)).toEqual(countsOf(whole));
  expect(split.other).toBe('there-shard-1-of-2, there-shard-2-of-2');
  expect(split.conditions).toEqual([]);
});
