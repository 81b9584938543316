import { expect, test } from 'vitest';
import { cell, manifest, sample } from '../fixtures/run-lines.ts';
import { Cell } from './cell.ts';
import { checkSchema } from './check-schema.ts';
import { Manifest } from './manifest.ts';
import { Sample } from './sample.ts';
import { RESULTS_SCHEMA_VERSION } from './schema-version.ts';
import { upgradeFrom } from './upgrade.ts';

/** The text of a line of today, as schema 3 had it. */
function of3(line: unknown): unknown {
  const text = JSON.stringify(line)
    .replaceAll('"factors":', '"settings":')
    .replaceAll('http2WriteBytes', 'http2QueueBytes')
    .replaceAll('http2-write', 'http2-queue')
    .replace(`"schemaVersion":${RESULTS_SCHEMA_VERSION}`, '"schemaVersion":3');
  return JSON.parse(text);
}

const ARM = 'notsent-lowat=16k+http2-write=16k';
const ID = `4g/node-http2/4f-text+${ARM}/0`;
const upgrade = upgradeFrom(3);

test('lines of schema 3 become those of schema 4', () => {
  const own = manifest();
  const sweep = [
    { factor: 'http2-write', values: ['default', '16k'] },
    { factor: 'loss', values: ['0%', '1%'] },
  ];
  const begun = { ...own, config: { ...own.config, sweep } };
  expect(checkSchema(Manifest, upgrade?.manifest(of3(begun)))).toEqual(begun);
  const swept = cell({ cell: ID, arm: ARM });
  const line = { ...swept, factors: { ...swept.factors, http2WriteBytes: 16_384 } };
  expect(checkSchema(Cell, upgrade?.cell(of3(line)))).toEqual(line);
  const probe = sample({ cell: ID });
  expect(checkSchema(Sample, upgrade?.sample(of3(probe)))).toEqual(probe);
});

test('a name that only begins so is left as it is', () => {
  const id = '4g/x/4f-text+http2-queues=16k/http2-queue=';
  expect(upgrade?.sample({ cell: id })).toEqual({ cell: id });
});

test.each([null, 5, 'text', [], { config: null }, { config: { sweep: 1 } }])(
  'what is no line is left for the schema to refuse: %j',
  (value) => {
    expect(() => checkSchema(Manifest, upgrade?.manifest(value))).toThrow();
  },
);

test('a version that is not known has no upgrade', () => {
  for (const version of [2, 5, '3', null]) expect(upgradeFrom(version)).toBeNull();
});
