import * as v from 'valibot';
import { expect, test } from 'vitest';
import { block, cell, LOOPBACK, manifest, sample } from '../fixtures/run-lines.ts';
import { Cell } from './cell.ts';
import { formerName, renameArm, renameCell, todaysName } from './renamed.ts';
import { Manifest } from './manifest.ts';
import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';
import { upgradeFrom } from './upgrade.ts';

const ARM = 'notsent-lowat=16k+http2-write=16k';
const ID = `reference-4g/node-http2/download-text+${ARM}/0`;
const upgrade = upgradeFrom(3);

/** The text of a line of today, as schema 6 had it. */
function of6(line: unknown, indent?: number): string {
  return JSON.stringify(line, null, indent)
    .replaceAll('reference-4g', '4g')
    .replaceAll(/(?<=")upload(?=")/g, '4g')
    .replaceAll(/(?<=["/])download(?=["-])/g, '4f')
    .replaceAll(/(?<=probe-)same/g, 'self')
    .replaceAll('"otherSource":', '"foreignSource":')
    .replace(/("schemaVersion": ?)\d/, '$16');
}

/** The same, as schema 3 had it. */
function of3(line: unknown, indent?: number): string {
  return of6(line, indent)
    .replaceAll('"factors":', '"settings":')
    .replaceAll('http2WriteBytes', 'http2QueueBytes')
    .replaceAll('http2-write', 'http2-queue')
    .replace(/("schemaVersion": ?)\d/, '$13')
    .replace(OWN_WINDOW, '');
}

/** What schema 6 has beside the window of all others. */
const OWN_WINDOW = /"holbWindowSeconds": ?\d+,\s*/;

const own = manifest();
const { blocks, ...others } = own;
const [first = block()] = blocks;
const { users, arrivalSeconds, workers, subscribers, ...moved } = first.workload;

/** A run of schema 7: a matrix, or parts of it, over networks with their workloads. */
function of7(changes: object = {}, ids: readonly string[] = ['ideal']) {
  const { scenarios, variants, kinds, rounds } = first;
  return {
    ...others,
    schemaVersion: 7,
    config: {
      ...others.config,
      scenarios,
      variants,
      kinds,
      rounds,
      networks: ids,
      alternating: false,
      until: null,
      users,
      arrivalSeconds,
      workers,
      subscribers,
      sweep: [],
      parts: [],
      ...changes,
    },
    networks: ids.map((id) => ({
      ...LOOPBACK,
      profile: { ...LOOPBACK.profile, id },
      workload: { kinds: ['text'], ...moved },
      holbRounds: 6,
    })),
  };
}

test('lines of schema 3 become those of today', () => {
  const swept = cell({ cell: ID, arm: ARM });
  for (const line of [
    { ...swept, factors: { ...swept.factors, http2WriteBytes: 16_384 } },
    cell({ arm: 'http2-write=16k' }),
    sample({ cell: ID }),
  ]) {
    expect(upgrade?.(of3(line))).toEqual(JSON.parse(JSON.stringify(line)));
    expect(upgrade?.(of3(line, 2))).toEqual(JSON.parse(JSON.stringify(line)));
  }
});

test('a matrix of schema 3 is a block, with what it swept', () => {
  const sweep = [
    { factor: 'http2-write', values: ['default', '16k'] },
    { factor: 'loss', values: ['0%', '1%'] },
  ];
  const today = { ...own, blocks: [{ ...first, settings: sweep }] };
  for (const indent of [undefined, 2]) {
    expect(upgrade?.(of3(of7({ sweep }), indent))).toEqual(today);
  }
});

test('a manifest of schema 4 is one of today, and its cells are without windows', () => {
  const of4 = of6(of7())
    .replace(/("schemaVersion":)\d/, '$14')
    .replace(OWN_WINDOW, '');
  expect(upgradeFrom(4)?.(of4)).toEqual(own);
  const { windows, ...older } = cell();
  expect(windows).toEqual([]);
  expect(v.parse(Cell, older)).toEqual(cell());
});

test('scenarios with rounds of their own, and parts, are blocks of schema 7', () => {
  const ids = ['ideal', 'reference-4g'];
  const upgraded = upgradeFrom(7);
  const matrix = { scenarios: ['1a', 'download'], until: 0.1 };
  const lists = (of: unknown) =>
    v
      .parse(Manifest, of)
      .blocks.map(({ networks, scenarios, rounds, precision }) => [
        networks.join(),
        scenarios.join(),
        rounds,
        precision,
      ]);
  expect(lists(upgraded?.(JSON.stringify(of7(matrix, ids))))).toEqual([
    ['ideal', '1a', 1, null],
    ['ideal', 'download', 6, 0.1],
    ['reference-4g', '1a', 1, null],
    ['reference-4g', 'download', 6, 0.1],
  ]);
  const part = { ...first, claims: [], scenarios: ['download'], sweep: [] };
  const parts = [
    { ...part, networks: ['reference-4g'], rounds: null },
    { ...part, networks: ids, rounds: 11 },
  ];
  expect(lists(upgraded?.(JSON.stringify(of7({ ...matrix, parts }, ids))))).toEqual([
    ['reference-4g', 'download', 6, 0.1],
    ['ideal', 'download', 11, 0.1],
    ['reference-4g', 'download', 11, 0.1],
  ]);
  expect(upgraded?.(JSON.stringify({ ...of7(), networks: 'none' }))).toMatchObject({ blocks: [] });
});

test('a scenario and a network that had one name get two', () => {
  const manifestOf7 = of7(
    {
      scenarios: ['1a', 'download', 'upload'],
      sweep: [{ factor: 'other-load', values: ['transfer', 'constant'] }],
    },
    ['reference-4g'],
  );
  const options = '--networks reference-4g --loss 0%';
  const made = {
    ...manifestOf7,
    networks: manifestOf7.networks.map((each) => ({ ...each, options })),
  };
  const manifestOf6 = of6(made).replace('other-load', 'foreign');
  expect(manifestOf6).toContain('"networks":["4g"],');
  expect(manifestOf6).toContain('"scenarios":["1a","4f","4g"]');
  expect(manifestOf6).toContain('--networks 4g --loss 0%');
  expect(upgradeFrom(6)?.(manifestOf6)).toEqual(upgradeFrom(7)?.(JSON.stringify(made)));
  const line = { network: '4g', scenario: '4g', cell: '4g/node-ws/4g-text+foreign=constant/3' };
  const phases = [{ phase: 'idle' }, { phase: 'foreign' }, { phase: 'self' }];
  const certificate = { before: { profile: { id: '4g' } }, after: null };
  const ways = { problems: ['self: 6 of 217 loads: no time stamp of the server'] };
  const of = {
    ...line,
    arm: 'foreign=constant',
    label: 'first-foreign-load',
    phases,
    ways,
    certificate,
  };
  expect(upgradeFrom(6)?.(JSON.stringify(of))).toEqual({
    network: 'reference-4g',
    scenario: 'upload',
    cell: 'reference-4g/node-ws/upload-text+other-load=constant/3',
    arm: 'other-load=constant',
    label: 'first-other-load',
    phases: [{ phase: 'alone' }, { phase: 'other' }, { phase: 'same' }],
    certificate: { before: { profile: { id: 'reference-4g' } }, after: null },
    ways: { problems: ['same: 6 of 217 loads: no time stamp of the server'] },
  });
});

test.each([
  ['reference-4g/node-ws/download-text/0', '4g/node-ws/4f-text/0'],
  ['reference-4g+loss=0%/node-ws/upload-text/0', '4g+loss=0%/node-ws/4g-text/0'],
  ['ideal/node-ws/stalled-reader-text-100/7', 'ideal/node-ws/6i-text-100/7'],
  ['ideal/uws-ws/1a-binary+other-load=constant/0', 'ideal/uws-ws/1a-binary+foreign=constant/0'],
  ['my-dsl/own-ws/memory-stall-binary/0', 'my-dsl/own-ws/memory-stall-binary/0'],
])('the cell %s was %s', (today, former) => {
  expect(renameCell(today, formerName)).toBe(former);
  expect(renameCell(former, todaysName)).toBe(today);
  // A line of today in the folder of an older run stays as it is.
  expect(renameCell(today, todaysName)).toBe(today);
});

test('names that did not change, and those of arms', () => {
  expect(todaysName('network', 'ideal')).toBe('ideal');
  expect(todaysName('scenario', 'reference-4g')).toBe('reference-4g');
  expect(renameArm('http2-write=16k+foreign=constant', todaysName)).toBe(
    'http2-write=16k+other-load=constant',
  );
});

test('texts are left as they are', () => {
  const reason = 'it said {"settings": 1, "http2QueueBytes":2, "schemaVersion": 3, "network":"4g"}';
  expect(upgrade?.(JSON.stringify({ cell: 'a', reason }))).toEqual({ cell: 'a', reason });
});

test('a version that is not known has no upgrade, and today’s changes nothing', () => {
  for (const version of [2, 10, '3', null]) expect(upgradeFrom(version)).toBeNull();
  const line = of3(cell());
  expect(upgradeFrom(RESULTS_SCHEMA_VERSION)?.(line)).toEqual(JSON.parse(line));
});

test('a run whose workers of Artillery were on other machines is read', () => {
  const elsewhere = { ...own, config: { ...own.config, workersAt: 'elsewhere' } };
  expect(v.parse(Manifest, elsewhere).config.workersAt).toBe('elsewhere');
});
