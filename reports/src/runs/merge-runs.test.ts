import { join } from 'node:path';
import { type Block, namesIn } from '@holbench/results/block';
import { readRun, type Run } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { WORKLOAD } from '../../fixtures/made-up-networks.ts';
import { Relation } from '../figures/relation.ts';
import { cellRows } from '../document/sections/cells.ts';
import { mergeRuns } from './merge-runs.ts';
import { select } from './report-data.ts';

const RUN = await readRun(join(import.meta.dirname, '../../fixtures/run'));

/** The made-up run under another name. */
function other(run: string, changes: Partial<Run['manifest']> = {}): Run {
  return { ...RUN, folder: run, manifest: { ...RUN.manifest, run, ...changes } };
}

/** Its blocks, each changed. */
function blocks(changes: Partial<Block>): Block[] {
  return RUN.manifest.blocks.map((block) => ({ ...block, ...changes }));
}

function shard(index: 1 | 2): Run {
  const config = { ...RUN.manifest.config, shard: `${index}/2` };
  const cells = RUN.cells.filter((_, place) => place % 2 === index - 1);
  return { ...RUN, folder: `shard-${index}`, cells, manifest: { ...RUN.manifest, config } };
}

test('one run keeps the ids of its cells', () => {
  const { cells, runs, warnings } = mergeRuns([RUN]);
  expect(runs).toEqual(['made-up']);
  expect(cells.map(({ cell }) => cell.cell)).toContain('reference-4g/node-ws/1a-text/0');
  expect(warnings).toEqual([]);
});

test('the cells of several runs have ids and anchors of their own', () => {
  const data = mergeRuns([RUN, other('again')]);
  const rows = cellRows(data);
  expect(new Set(rows.map(({ anchor }) => anchor)).size).toBe(2 * RUN.cells.length);
  const again = rows.find(({ cell }) => cell === 'again/reference-4g/node-ws/1a-text/0');
  expect(again?.run).toBe('again');
  // The other three rounds of its figures: one of its own run, two of the other.
  expect(again?.otherRounds.map(({ anchor }) => anchor)).toEqual([
    'cell-made-up/reference-4g/node-ws/1a-text/0',
    'cell-again/reference-4g/node-ws/1a-text/1',
    'cell-made-up/reference-4g/node-ws/1a-text/1',
  ]);
  const [sample] = data.cells.find(({ cell }) => cell.cell === again?.cell)?.samples ?? [];
  expect(sample?.cell).toBe('reference-4g/node-ws/1a-text/0');
  expect(data.warnings).toEqual([
    `${RUN.cells.length} cells were run by several of the runs: each counts as a round of its own`,
  ]);
});

test('each cell’s command repeats one of its own run', () => {
  const commands = cellRows(mergeRuns([RUN, other('again')])).map((row) => row.command);
  expect(
    commands.filter((text) => text.includes('--again again --cell reference-4g')),
  ).toHaveLength(RUN.cells.length);
});

test('two shards are the whole run', () => {
  const whole = mergeRuns([RUN]);
  const both = mergeRuns([shard(1), shard(2)]);
  expect(both.runs).toEqual(['made-up-shard-1-of-2', 'made-up-shard-2-of-2']);
  expect(both.manifest.config.shard).toBeNull();
  expect(both.warnings).toEqual([]);
  const numbers = (data: typeof whole) =>
    Relation.of(data).figures.map(({ state, value, low, high }) => [state, value, low, high]);
  expect(numbers(both)).toEqual(numbers(whole));
});

test('what the missing shard would have measured is not run', () => {
  const cells = RUN.cells.filter(({ cell }) => cell.variant !== 'node-ws');
  const data = mergeRuns([{ ...shard(1), cells }]);
  const wanted = {
    variant: 'node-ws',
    network: 'reference-4g',
    scenario: '1a',
    kind: 'text',
    arm: '',
  } as const;
  expect(select(data, wanted).state).toBe('not-run');
  expect(data.warnings).toEqual([
    'not here: shard 2/2; what its cells measured is shown as "not run"',
  ]);
});

test('a run beside itself is refused: it would double its rounds', () => {
  expect(() => mergeRuns([RUN, { ...RUN, folder: 'copy' }])).toThrow(/: they are the same run$/);
});

test('different machines, versions, backends and commits are told', () => {
  const [network] = RUN.manifest.networks;
  if (!network) throw new Error('the made-up run has no network');
  const { warnings } = mergeRuns([
    { ...RUN, cells: [] },
    {
      ...other('again', {
        machine: { ...RUN.manifest.machine, cores: 8 },
        versions: { ...RUN.manifest.versions, chromium: '157.0', caddy: '2.11' },
        networks: [{ ...network, backend: 'tc', backendVersion: 'tc 6.1' }],
        git: { commit: null, dirty: true },
      }),
    },
  ]);
  const machine = (cores: number) =>
    `Made-up CPU, ${cores} cores, 24 GiB, Made-up OS 1, kernel 6.0, x64`;
  expect(warnings).toEqual([
    `the runs have different machines: made-up: ${machine(2)}; again: ${machine(8)}`,
    'the runs have different versions: made-up: chromium 156.0, caddy null; again: chromium 157.0, caddy 2.11',
    'the runs have different backends of the network reference-4g: made-up: rattan 0.1.1; again: tc 6.1',
    `the runs have different git commits: made-up: ${'0'.repeat(40)}; again: unknown with uncommitted changes`,
  ]);
});

test('a library that only one of the runs ran is no difference, another version of it is', () => {
  const ran = (run: string, servers: Record<string, Record<string, string>>) => ({
    ...other(run, { versions: { ...RUN.manifest.versions, servers } }),
    cells: [],
  });
  const websockets = ran('a', { 'node-ws': { ws: '8.0.0' } });
  const http = ran('b', { 'node-http2': { fastify: '5.0.0' } });
  const later = ran('c', { 'node-ws': { ws: '8.1.0' } });
  expect(mergeRuns([websockets, http]).warnings).toEqual([]);
  expect(mergeRuns([websockets, http, later]).warnings).toEqual([
    'the runs have different versions: a: ws 8.0.0; b: ws unset; c: ws 8.1.0',
  ]);
});

test('runs that did different things show all of them', () => {
  const also = blocks({ scenarios: ['2c'], kinds: ['text'], rounds: 5 });
  const { manifest } = mergeRuns([RUN, other('again', { blocks: also })]);
  expect(namesIn(manifest, 'scenarios')).toEqual([...namesIn(RUN.manifest, 'scenarios'), '2c']);
  expect(manifest.blocks).toEqual([...RUN.manifest.blocks, also[0], also[2]]);
  expect(manifest.plannedCells).toBe(2 * RUN.manifest.plannedCells);
});

test('runs that share a report name what is unsupported once', () => {
  const { manifest } = mergeRuns([RUN, other('again')]);
  expect(manifest.unsupported).toEqual(RUN.manifest.unsupported);
  expect(manifest.unsupported).not.toEqual([]);
});

test('runs of different workloads share no report', () => {
  const workload = { ...WORKLOAD, users: 1 };
  const others = (scenario: string) => () =>
    mergeRuns([RUN, other('again', { blocks: blocks({ scenarios: [scenario], workload }) })]);
  expect(others('1b')).toThrow(
    /cannot share a report: the workload of 1b over reference-4g differs$/,
  );
  // Which the first did not run.
  expect(others('2c')).not.toThrow();
});

test('runs that mean different things by a network share no report', () => {
  const networks = RUN.manifest.networks.map((network) => ({
    ...network,
    profile: { ...network.profile, down: { ...network.profile.down, delayMs: 1 } },
  }));
  expect(() => mergeRuns([RUN, other('again', { networks })])).toThrow(
    /: the profile of the network reference-4g differs$/,
  );
  const factors = { ...RUN.manifest.config.factors, congestionControl: 'reno' };
  const config = { ...RUN.manifest.config, factors };
  expect(() => mergeRuns([RUN, other('again', { config })])).toThrow(/: their factors differ$/);
});

test('a run of texts and one of files share a report of both', () => {
  const texts = other('texts', { blocks: blocks({ kinds: ['text'] }) });
  const files = other('files', { blocks: blocks({ kinds: ['binary'] }) });
  expect(namesIn(mergeRuns([texts, files]).manifest, 'kinds')).toEqual(['text', 'binary']);
});

test('a cell in which nothing succeeded has no valid samples, whatever its line says', () => {
  const outcome = { status: 'failed', code: 'timeout', reason: 'made up', afterMs: 1 } as const;
  const cells = RUN.cells.map((finished) =>
    finished.cell.cell.startsWith('reference-4g/node-ws/1a-text/')
      ? { ...finished, samples: finished.samples.map((sample) => ({ ...sample, outcome })) }
      : finished,
  );
  const data = mergeRuns([{ ...RUN, cells }]);
  const selected = select(data, {
    variant: 'node-ws',
    network: 'reference-4g',
    scenario: '1a',
    kind: 'text',
    arm: '',
  });
  expect(selected).toMatchObject({
    state: 'invalid',
    reason: 'no valid samples: none of 10 operations succeeded',
  });
  if (selected.state === 'ok') throw new Error('it counts');
  const [figure] = Relation.of(data).figures.filter(({ why }) =>
    why.startsWith('no valid samples'),
  );
  expect(figure).toMatchObject({ state: selected.state, value: null });
});

test('what this holbench does not know is said, and has no figures', () => {
  const [first] = RUN.cells;
  if (!first) throw new Error('the fixture has cells');
  const unknown = { ...first, cell: { ...first.cell, cell: 'other', variant: 'next-ws' } };
  const later = { ...first, cell: { ...first.cell, cell: 'later', scenario: '9z' } };
  const { warnings } = mergeRuns([{ ...RUN, cells: [...RUN.cells, unknown, later] }]);
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain('does not know the scenario 9z: its cells have no figures');
  expect(warnings[1]).toContain('does not know the variant next-ws');
});
