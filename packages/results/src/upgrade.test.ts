import * as v from 'valibot';
import { expect, test } from 'vitest';
import { cell, manifest, sample } from '../fixtures/run-lines.ts';
import { Cell } from './cell.ts';
import { Manifest } from './manifest.ts';
import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';
import { upgradeFrom } from './upgrade.ts';

const ARM = 'notsent-lowat=16k+http2-write=16k';
const ID = `4g/node-http2/4f-text+${ARM}/0`;
const upgrade = upgradeFrom(3);

/** The text of a line of today, as schema 3 had it. */
function of3(line: unknown, indent?: number): string {
  return JSON.stringify(line, null, indent)
    .replaceAll('"factors":', '"settings":')
    .replaceAll('http2WriteBytes', 'http2QueueBytes')
    .replaceAll('http2-write', 'http2-queue')
    .replace(/("schemaVersion": ?)\d/, '$13')
    .replace(OWN_WINDOW, '');
}

/** What schema 6 has beside the window of all others. */
const OWN_WINDOW = /"holbWindowSeconds": ?\d+,\s*/;

test('lines of schema 3 become those of today', () => {
  const own = manifest();
  const sweep = [
    { factor: 'http2-write', values: ['default', '16k'] },
    { factor: 'loss', values: ['0%', '1%'] },
  ];
  const swept = cell({ cell: ID, arm: ARM });
  for (const line of [
    { ...own, config: { ...own.config, sweep } },
    { ...swept, factors: { ...swept.factors, http2WriteBytes: 16_384 } },
    cell({ arm: 'http2-write=16k' }),
    sample({ cell: ID }),
  ]) {
    expect(upgrade?.(of3(line))).toBe(JSON.stringify(line));
    expect(upgrade?.(of3(line, 2))).toBe(JSON.stringify(line, null, 2));
  }
});

test('a manifest of schema 4 is one of today, and its cells are without windows', () => {
  const json = JSON.stringify(manifest());
  const of4 = json.replace(/("schemaVersion":)\d/, '$14').replace(OWN_WINDOW, '');
  expect(upgradeFrom(4)?.(of4)).toBe(json);
  const { windows, ...older } = cell();
  expect(windows).toEqual([]);
  expect(v.parse(Cell, older)).toEqual(cell());
});

test('texts are left as they are', () => {
  const reason = 'it said {"settings": 1, "http2QueueBytes":2, "schemaVersion": 3}';
  const line = JSON.stringify({ cell: '4g/x/4f-text+http2-queues=16k/http2-queue=', reason });
  expect(upgrade?.(line)).toBe(line);
});

test('a version that is not known has no upgrade, and today’s changes nothing', () => {
  for (const version of [2, 7, '3', null]) expect(upgradeFrom(version)).toBeNull();
  const line = of3(cell());
  expect(upgradeFrom(RESULTS_SCHEMA_VERSION)?.(line)).toBe(line);
});

test('a run whose workers of Artillery were on other machines is read', () => {
  const { config, ...rest } = manifest();
  const elsewhere = { ...rest, config: { ...config, workersAt: 'elsewhere' } };
  expect(v.parse(Manifest, elsewhere).config.workersAt).toBe('elsewhere');
});
