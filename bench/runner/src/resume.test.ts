import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@holbench/process/temporary-folder';
import { messageOf, UserError } from '@holbench/process/user-error';
import type { Block } from '@holbench/results/block';
import { checkSchema } from '@holbench/results/check-schema';
import { Manifest } from '@holbench/results/manifest';
import { RunWriter } from '@holbench/results/run-writer';
import { describe, expect, test } from 'vitest';
import { cell, manifest, sample } from '../../../packages/results/fixtures/run-lines.ts';
import { configure } from './configure.ts';
import { planCells } from './plan.ts';
import {
  assertResumable,
  configurationOf,
  readUnfinishedRun,
  throwForUser,
  unfinishedCells,
} from './resume.ts';
import { parseShard } from './shard.ts';

const run = (manifest: Manifest, cells: readonly string[] = []) => ({
  folder: 'some/run',
  manifest,
  cells: cells.map((id) => ({ cell: cell({ cell: id }), samples: [] })),
  warnings: [],
});

describe('a resumed run', () => {
  const configuration = configure('smoke', {
    networks: ['ideal', 'reference-4g'],
    transferTime: 12,
  });
  const { networks, blocks, ...config } = configuration;
  const records = networks.map((network) => ({
    ...network,
    backend: 'none',
    backendVersion: null,
    why: '',
    loopback: false,
    sysctls: {},
    certificate: null,
  }));
  const begun: Manifest = {
    ...manifest(),
    config,
    blocks: [...blocks],
    networks: records,
    endedAt: null,
  };

  test('has the configuration that it was begun with, through its manifest on disk', () => {
    const stored = checkSchema(Manifest, JSON.parse(JSON.stringify(begun)));
    expect(configurationOf(stored)).toEqual(configuration);
    expect(planCells(configurationOf(stored))).toEqual(planCells(configuration));
  });

  test('runs only cells without a line, in the planned order', () => {
    const cells = planCells(configuration);
    const done = [cells[3], cells[0]].map((planned) => planned?.id ?? '');
    const left = unfinishedCells(cells, run(begun, done));
    expect(left).toEqual(cells.filter((_, index) => index !== 3 && index !== 0));
  });

  test('runs a cell again whose samples are not all there', async () => {
    await using folder = await temporaryFolder('resume');
    await using writer = await RunWriter.create(folder.path, manifest());
    const [kept, torn] = ['ideal/node-ws/1a-text/0', 'ideal/node-ws/1a-text/1'];
    await writer.appendSamples([sample({ cell: kept })]);
    await writer.finishCell(cell({ cell: kept }));
    await writer.finishCell(cell({ cell: torn, round: 1 }));
    const { cells } = await readUnfinishedRun(folder.path);
    expect(cells.map((each) => each.cell.cell)).toEqual([kept]);
  });

  test('refuses what this holbench does not have, and more than its options allow', async () => {
    await using temporary = await temporaryFolder('test');
    const folder = temporary.path;
    const refusal = async (changes: Partial<Block>, config: Partial<Manifest['config']> = {}) => {
      const blocks = begun.blocks.map((block) => ({ ...block, ...changes }));
      const strange = { ...begun, blocks, config: { ...begun.config, ...config } };
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(strange));
      return readUnfinishedRun(folder).catch((error: unknown) => messageOf(error));
    };
    expect(await refusal({ variants: ['node-ws', 'nope'], scenarios: ['zz'] })).toBe(
      `${folder} cannot be resumed: it names what this holbench does not have, nope, zz; start a new run`,
    );
    expect(await refusal({ rounds: 1_001 })).toMatch(/blocks\.0\.rounds: Invalid value/);
    expect(await refusal({}, { jobs: 17 })).toMatch(/config\.jobs: Invalid value/);
  });

  test('refuses other conditions', () => {
    assertResumable('some/run', run(begun), {
      ...begun,
      startedAt: '2027-01-01T00:00:00.000Z',
    });
    const other = { ...begun, versions: { ...begun.versions, chromium: '999' } };
    expect(() => assertResumable('some/run', run(begun), other)).toThrow(
      /^some\/run cannot be resumed, versions\.chromium is "999", was .*; start a new run$/,
    );
  });

  test('does not know before its first cell what its servers will report', () => {
    const versions = { ...begun.versions, servers: { 'node-ws': { ws: '8.23.0' } } };
    assertResumable('some/run', run({ ...begun, versions }), begun);
  });
});

describe('shards', () => {
  test('together are the whole plan, each cell once', () => {
    const whole = planCells(configure('smoke', { rounds: 2 })).map(({ id }) => id);
    const parts = [1, 2, 3, 4, 5].flatMap((index) =>
      planCells(configure('smoke', { rounds: 2, shard: `${index}/5` })).map(({ id }) => id),
    );
    expect(parts.toSorted()).toEqual(whole.toSorted());
  });

  test('keep the variants of a round together: they are compared', () => {
    const kinds = ['text', 'binary'] as const;
    const cells = planCells(configure('smoke', { kinds, rounds: 2, shard: '2/3' }));
    const groups = Map.groupBy(cells, ({ scenario, kind, round }) => `${scenario}${kind}${round}`);
    expect(groups.size).toBeGreaterThan(1);
    for (const group of groups.values()) expect(group).toHaveLength(6);
  });

  test.each(['0/4', '5/4', '1', '1/0', '-1/4', 'a/b', ''])('"%s" is refused', (text) => {
    expect(() => parseShard(text)).toThrow(UserError);
  });
});

test('a cell whose samples are gone is run again, also when all of them are', async () => {
  await using folder = await temporaryFolder('gone');
  const run = join(folder.path, 'run');
  {
    await using writer = await RunWriter.create(run, manifest());
    await writer.appendSamples([sample()]);
    await writer.finishCell(cell());
  }
  expect((await readUnfinishedRun(run)).cells).toHaveLength(1);
  await writeFile(join(run, 'samples.ndjson'), '');
  expect((await readUnfinishedRun(run)).cells).toEqual([]);
});

test.each([
  ['ENOSPC', 'make room'],
  ['EDQUOT', 'make room'],
  ['EROFS', 'make its disk writable'],
])('%s: the remedy is to %s, and names the folder of the run', (code, remedy) => {
  const error = Object.assign(new Error('no space left'), { code });
  expect(() => throwForUser(join(process.cwd(), 'my runs/first'))(error)).toThrow(
    `the run folder cannot be written (no space left); ${remedy}, then: pnpm bench --resume 'my runs/first'`,
  );
});
