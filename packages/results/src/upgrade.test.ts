import * as v from 'valibot';
import { expect, test } from 'vitest';
import { cell, manifest, sample } from '../fixtures/run-lines.ts';
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
const config = {
  ...own.config,
  scenarios: ['1a', 'download', 'upload'],
  networks: ['ideal', 'reference-4g', 'reference-4g+loss=0%'],
};

test('lines of schema 3 become those of today', () => {
  const sweep = [
    { factor: 'http2-write', values: ['default', '16k'] },
    { factor: 'loss', values: ['0%', '1%'] },
  ];
  const swept = cell({ cell: ID, arm: ARM });
  for (const line of [
    { ...own, config: { ...config, sweep } },
    { ...swept, factors: { ...swept.factors, http2WriteBytes: 16_384 } },
    cell({ arm: 'http2-write=16k' }),
    sample({ cell: ID }),
  ]) {
    expect(upgrade?.(of3(line))).toEqual(JSON.parse(JSON.stringify(line)));
    expect(upgrade?.(of3(line, 2))).toEqual(JSON.parse(JSON.stringify(line)));
  }
});

test('a manifest of schema 4 is one of today, and its cells are without windows', () => {
  const of4 = of6(own)
    .replace(/("schemaVersion":)\d/, '$14')
    .replace(OWN_WINDOW, '');
  expect(upgradeFrom(4)?.(of4)).toEqual(own);
  const { windows, ...older } = cell();
  expect(windows).toEqual([]);
  expect(v.parse(Cell, older)).toEqual(cell());
});

test('a scenario and a network that had one name get two', () => {
  const { scenarios, networks } = config;
  const part = { claims: [], scenarios, networks, rounds: null };
  const manifestOf7 = {
    ...own,
    config: {
      ...config,
      sweep: [{ factor: 'other-load', values: ['transfer', 'constant'] }],
      parts: [part],
    },
    networks: [{ profile: { id: 'reference-4g' }, options: '--networks reference-4g --loss 0%' }],
  };
  const manifestOf6 = of6(manifestOf7).replace('other-load', 'foreign');
  expect(manifestOf6).toContain('"networks":["ideal","4g","4g+loss=0%"],');
  expect(manifestOf6).toContain('"scenarios":["1a","4f","4g"]');
  expect(manifestOf6).toContain('--networks 4g --loss 0%');
  expect(upgradeFrom(6)?.(manifestOf6)).toEqual(manifestOf7);
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
  for (const version of [2, 8, '3', null]) expect(upgradeFrom(version)).toBeNull();
  const line = of3(cell());
  expect(upgradeFrom(RESULTS_SCHEMA_VERSION)?.(line)).toEqual(JSON.parse(line));
});

test('a run whose workers of Artillery were on other machines is read', () => {
  const elsewhere = { ...own, config: { ...own.config, workersAt: 'elsewhere' } };
  expect(v.parse(Manifest, elsewhere).config.workersAt).toBe('elsewhere');
});
