import type { Block } from '@holbench/results/block';
import type { Run } from '@holbench/results/run-reader';
import { expect, test } from 'vitest';
import { REAL_NETWORK } from '../../../packages/results/fixtures/run-lines.ts';
import {
  blocksOf,
  dataWith,
  otherRun,
  reportOf,
  RUN,
  tableIn,
} from '../../fixtures/evidence-report.ts';
import { plainText } from '../document/block.ts';
import { conditionsSection } from '../document/sections/conditions.ts';
import { mergeRuns } from '../runs/merge-runs.ts';
import type { ReportData } from '../runs/report-data.ts';
import {
  citation,
  countsLine,
  factRows,
  loopbackWarning,
  ownNotice,
  summaryLine,
  warningsOf,
} from './run-facts.ts';

function facts(data: ReportData): Record<string, string> {
  return Object.fromEntries(
    factRows(reportOf(data)).map(([term, text]) => [term, plainText(text)]),
  );
}

const merged = (...runs: [Run, ...Run[]]) => mergeRuns(runs);

/** The blocks of the made-up run, each changed. */
const blocks = (changes: Partial<Block>) =>
  RUN.manifest.blocks.map((block) => ({ ...block, ...changes }));

test('of one run each fact stands alone', () => {
  expect(facts(merged(RUN))).toMatchObject({
    Machine: 'Made-up CPU, 2 cores, 24 GiB, Made-up OS 1, kernel 6.0, x64',
    'Chosen by': 'preset smoke, seed 1',
    Started: '2026-01-01T00:00:00.000Z to 2026-01-01T00:10:00.000Z',
    Measured:
      'scenarios 1a, 1b, 2d, 3e, download, upload, connect; binary, text; 2 rounds of scenarios 1a, 1b, 2d, 3e, connect over network reference-4g, 6 rounds of 1 connection of scenarios download, upload over network reference-4g, 2 rounds of 1 connection of scenario download over network reference-4g+loss=2%',
    'Commit of the run': '0'.repeat(40),
    'Commit of the report': 'abc1234567890',
  });
});

test('of several runs each machine, version and time stands with the runs that have it', () => {
  const machine = { ...RUN.manifest.machine, cpu: 'Other CPU', cores: 1 };
  const versions = { ...RUN.manifest.versions, chromium: '157.0' };
  const data = merged(
    RUN,
    otherRun('second', { machine, versions }),
    otherRun('third', { endedAt: null }),
  );
  const of = facts(data);
  expect(of['Machine']).toBe(
    'made-up, third: Made-up CPU, 2 cores, 24 GiB, Made-up OS 1, kernel 6.0, x64; ' +
      'second: Other CPU, 1 core, 24 GiB, Made-up OS 1, kernel 6.0, x64',
  );
  expect(of['Versions']).toMatch(/^made-up, third: .*chromium 156.0.*; second: .*chromium 157/);
  expect(of['Started']).toMatch(/; third: 2026-.* \(not ended: killed, or still running\)$/);
  // What they share stands once.
  expect(of['Commit of the run']).toBe('0'.repeat(40));
  expect(of['Command of second']).toBe('pnpm bench --again second');
  expect(summaryLine(data)).toContain(
    'made-up, third: Made-up CPU, 2 cores; second: Other CPU, 1 core',
  );
});

test('rounds that a budget left are those that were run, and cells side by side are stated', () => {
  const cells = RUN.cells
    .filter(({ cell }) => cell.scenario === 'download' && cell.round < 3)
    .map(({ cell, samples }) => ({ cell: { ...cell, sideBySide: 3 }, samples }));
  expect(facts(dataWith({}, cells))).toMatchObject({
    Measured:
      'scenarios download; text; 3 rounds of 1 connection of scenario download over network reference-4g, 2 rounds of 1 connection of scenario download over network reference-4g+loss=2%, up to 3 cells side by side',
  });
});

test('shards share their rounds, and runs do not', () => {
  const { config } = RUN.manifest;
  const cells = RUN.cells.filter(({ cell }) => cell.network === 'reference-4g');
  const part = (name: string, shard: string | null, kind: string): Run => ({
    ...otherRun(name, { config: { ...config, shard } }),
    cells: cells.filter(({ cell }) => cell.scenario === '1a' && cell.kind === kind),
  });
  const rounds = (...runs: [Run, ...Run[]]) => facts(merged(...runs))['Measured'];
  expect(rounds(part('whole', '1/2', 'text'), part('whole', '2/2', 'binary'))).toMatch(
    /; 2 rounds of scenario 1a over network reference-4g$/,
  );
  expect(rounds(part('first', null, 'text'), part('second', null, 'binary'))).toMatch(
    /; 4 rounds of scenario 1a over network reference-4g$/,
  );
});

test('only what was used is stated', () => {
  const only = (scenario: string, kind: string, variant = 'node-ws') => {
    const cells = RUN.cells.filter(
      ({ cell }) => cell.scenario === scenario && cell.kind === kind && cell.variant === variant,
    );
    return facts(dataWith({ blocks: blocks({ variants: [variant] }) }, cells));
  };
  const users = only('1b', 'binary');
  expect(users).toMatchObject({
    Measured: 'scenarios 1b; binary; 2 rounds of scenario 1b over network reference-4g',
    Workload:
      'size of each file of many users: 1 MiB; virtual users, spread evenly over the arrival time: 5; arrival time of all users, in seconds: 1',
    'Congestion control': 'TCP on both sides of a link: cubic',
  });
  expect(only('3e', 'text')['Workload']).toMatch(
    /^mutations of the producer: 5; pages that subscribe, [^;]*: 2$/,
  );
  expect(only('connect', 'text')).not.toHaveProperty('Workload');
  expect(only('1a', 'text', 'caddy-http3')['Congestion control']).toContain(
    'HTTP/3: caddy-http3 reno',
  );
});

test('congestion control of the run’s own cells comes before that of arms', () => {
  const inArm = (flag: string, factors: object) =>
    RUN.cells.flatMap(({ cell, samples }) =>
      cell.arm === ''
        ? [{ cell: { ...cell, arm: flag, factors: { ...cell.factors, ...factors } }, samples }]
        : [],
    );
  const swept = [...RUN.cells, ...inArm('tcp-cc=bbr', { congestionControl: 'bbr' })];
  const text = 'TCP on both sides of a link: cubic (in arms: bbr); HTTP/3: caddy-http3 reno for';
  expect(facts(dataWith({}, swept))['Congestion control']).toContain(text);
  // Without cells of the run's own.
  const alone = inArm('tcp-cc=bbr', { congestionControl: 'bbr' });
  expect(facts(dataWith({}, alone))['Congestion control']).toContain('of a link: bbr; HTTP/3');
});

test('a report says how to cite it', () => {
  expect(citation(reportOf(merged(RUN)))).toBe(
    'holbench, run made-up, commit 0000000, measured 2026-01-01 on 2 cores of Made-up CPU; report by commit abc1234',
  );
  const unknown = dataWith({ git: { commit: null, dirty: true } });
  const generator = { commit: 'f'.repeat(40), dirty: true };
  expect(citation({ ...reportOf(unknown), generator })).toBe(
    'holbench, run made-up, commit unknown with uncommitted changes, measured 2026-01-01 on 2 cores of Made-up CPU; report by commit fffffff with uncommitted changes',
  );
});

test('cells are counted by their state', () => {
  expect(countsLine(merged(RUN))).toBe('156 cells, 149 valid, 5 invalid, 2 failed.');
  expect(countsLine(dataWith({ endedAt: null }, []))).toBe(
    '0 cells. The run did not end: 156 cells were planned.',
  );
});

test('what went over loopback is named', () => {
  const [first, ...others] = RUN.manifest.networks;
  if (!first) throw new Error('the made-up run has no network');
  const loopback = { ...first, loopback: true };
  expect(loopbackWarning(RUN.manifest)).toBeNull();
  expect(loopbackWarning({ ...RUN.manifest, networks: [loopback, ...others] })).toMatch(
    /^No emulated network: reference-4g went over loopback\. /,
  );
  expect(loopbackWarning({ ...RUN.manifest, networks: [loopback] })).toMatch(
    /^No emulated network: everything went over loopback\. /,
  );
});

test('warnings: loopback, a busy machine, then what was found in the folders', () => {
  const data = merged(RUN);
  expect(warningsOf({ ...data, warnings: ['torn'] })).toEqual(['torn']);
  // Cores that are full, and none of it by the cell.
  const timeline = {
    intervalMs: 250,
    measuring: [1],
    cores: {},
    busiestThread: {},
    machine: [1],
    wireKbps: null,
  };
  const busy = data.cells.map(({ cell, samples }) => ({
    cell: { ...cell, resources: cell.resources && { ...cell.resources, timeline } },
    samples,
  }));
  expect(warningsOf({ ...data, cells: busy, warnings: ['torn'] })).toEqual([
    expect.stringMatching(/^In (\d+) of \1 cells with a big transfer other programs used /),
    'torn',
  ]);
});

test('of servers that nobody helps, neither their rights nor their Node are known', () => {
  const data = merged(RUN);
  const there = {
    ...RUN.manifest,
    rights: { servers: 'dropped', browser: 'dropped', sandbox: true } as const,
    networks: RUN.manifest.networks.map((each) => ({ ...each, found: REAL_NETWORK })),
  };
  const elsewhere = merged({ ...RUN, manifest: there });
  expect(summaryLine(data)).toMatch(/Chromium \S+, Node /);
  expect(summaryLine(elsewhere)).toMatch(/Chromium \S+$/);
  expect(facts(elsewhere)).toMatchObject({
    Rights: 'browser as a user without rights, in its sandbox',
    'Congestion control': 'what the two machines have: nothing was set',
  });
});

test('the section has the networks in short, and the timeline', () => {
  const plot = { network: '', topic: '', title: '', alt: '', note: '', svg: '' };
  const plots = ['timeline', 'other'].map((id) => ({ ...plot, id }));
  const section = conditionsSection(reportOf(merged(RUN), plots));
  const { rows } = tableIn(section, 'conditions-networks');
  expect(rows.map(({ cells }) => cells.map(({ text }) => plainText(text)))).toEqual([
    [
      'reference-4g',
      '20 Mbit/s down, 10 Mbit/s up, round trip 100 ms, 0.5 % loss',
      '100.4 ms (100.2 – 101.3, n=40)',
      'rattan 0.1.1',
    ],
    [
      'reference-4g+loss=2%',
      '20 Mbit/s down, 10 Mbit/s up, round trip 100 ms, 2 % loss',
      '100.4 ms (100.2 – 101.3, n=40)',
      'rattan 0.1.1',
    ],
  ]);
  expect(blocksOf(section ?? { blocks: [] }).at(-1)).toMatchObject({ plots: [{ id: 'timeline' }] });
});

test('a server of one’s own is called as it calls itself, and that of the lab needs no notice', () => {
  const { versions } = RUN.manifest;
  const servers = { ...versions.servers, 'own-ws': { '@hocuspocus/server': '4.7.0', yjs: '13' } };
  const own = otherRun('own', {
    blocks: blocks({ variants: ['own-ws'] }),
    versions: { ...versions, servers },
  });
  const data = merged(own);
  const notice =
    'own-ws is not a server of this lab: it calls itself @hocuspocus/server 4.7.0, yjs 13.';
  expect(warningsOf(data)).toContain(notice);
  expect(ownNotice(merged(RUN))).toBeNull();
});
