import type { PayloadKind } from '@holbench/results/sample';
import { SCENARIOS } from '@holbench/scenarios/registry';
import { rulesFor } from '@holbench/target/check/rules';
import { VARIANTS } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { configure } from './configure.ts';
import { unknownNetwork } from './network/target-network.ts';
import { neededBy, servedBy } from './own-server.ts';
import { planCells } from './plan.ts';

const KIB = 1024;
const own = { variants: ['own-ws'], scenarios: ['1a', 'download', 'upload', 'connect'] };
const slow = { rateKbps: null, delayMs: 50, jitterMs: 0, lossFraction: 0, lossBurstPackets: 1 };
const profile = { ...unknownNetwork({}).found.profile };

test('a server of one’s own needs a target, and is measured alone', () => {
  expect(() => configure('smoke', own)).toThrow(
    '--variants own-ws: start your own server, and give its address: --target https://HOST:PORT',
  );
  const beside = { ...own, variants: ['own-ws', 'node-ws'] };
  expect(() => configure('smoke', unknownNetwork(beside))).toThrow(
    '--variants node-ws,own-ws: one server is at a target; measure each in a run of its own',
  );
});

test('has scenarios that need neither events nor other operations', () => {
  const covered = SCENARIOS.flatMap(({ id, forOwnServers }) => (forOwnServers ? id : []));
  expect(covered).toEqual(own.scenarios);
});

test('must hold what the chosen scenarios load, and creations for upload alone', () => {
  const cells = planCells(configure('smoke', unknownNetwork(own)));
  const { uploads, texts, files } = neededBy(cells);
  expect(uploads).toBe(true);
  expect(neededBy(cells.filter(({ scenario }) => scenario !== 'upload')).uploads).toBe(false);
  expect(texts).toBe(10);
  expect(files.toSorted((a, b) => a.bytes - b.bytes)).toEqual([
    { bytes: 1024 * KIB, count: 10 },
    { bytes: 8 * 1024 * KIB, count: 1 },
  ]);
});

test('needs no files where texts alone are loaded, and the rules of files are left out', () => {
  const rulesOf = (scenarios: string[], kinds?: PayloadKind[]) => {
    const chosen = { ...own, scenarios, ...(kinds && { kinds }) };
    const cells = planCells(configure('smoke', unknownNetwork(chosen)));
    return rulesFor(neededBy(cells)).map(({ id }) => id);
  };
  const ofFiles = ['files', 'load file', 'leaving'];
  const all = rulesOf(own.scenarios);
  expect(all).toEqual(expect.arrayContaining([...ofFiles, 'create']));
  const without = (...left: string[]) => all.filter((id) => !left.includes(id));
  expect(rulesOf(['1a', 'connect'], ['text'])).toEqual(without(...ofFiles, 'create'));
  expect(rulesOf(['1a', 'connect'])).toEqual(without('create'));
  expect(rulesOf(['download'])).toEqual(without('create'));
  expect(rulesOf(['upload'])).toEqual(without(...ofFiles));
});

test('a server of the lab that runs already is measured by what its files allow', () => {
  const cellsOf = (scenarios: string[], kinds?: PayloadKind[]) => {
    const chosen = { variants: ['node-http2'], scenarios, ...(kinds && { kinds }) };
    return planCells(configure('standard', unknownNetwork(chosen)));
  };
  const of50 = [{ bytes: 50 * 1024 * KIB, count: 100 }];
  const { served, lines } = servedBy(of50, cellsOf(['1a', '1b', '2c', 'download']));
  const kept = new Set(served.map(({ scenario, kind }) => `${scenario} (${kind})`));
  // Created files come from the page.
  expect([...kept].toSorted()).toEqual([
    '1a (text)',
    '1b (text)',
    '2c (binary)',
    '2c (text)',
    'download (text)',
  ]);
  expect(lines).toEqual([
    'the target has files: 100 of 50 MiB',
    'left out: 1a (binary), 1b (binary) need 10 of 5 MiB: pnpm serve node-http2 --file-size 5MiB',
  ]);
  // Ten files are needed, not one.
  expect(servedBy([{ bytes: 5 * 1024 * KIB, count: 9 }], cellsOf(['1a'])).lines).toHaveLength(2);
  expect(() => servedBy(of50, cellsOf(['1a'], ['binary']))).toThrow(
    /^the target has files: 100 of 50 MiB; 1a \(binary\) needs 10 of 5 MiB: pnpm serve node-http2 --file-size 5MiB$/,
  );
});

test('and it is said in lines of 120 characters, whatever it has', () => {
  const sizes = [1_234_567, 99_999_999, 209_715_199, 4, 5, 6];
  const files = sizes.map((bytes) => ({ bytes, count: 20_000 }));
  for (const variants of VARIANTS.map(({ id }) => [id])) {
    const cells = planCells(configure('standard', unknownNetwork({ variants })));
    const { lines } = servedBy(files, cells);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(120);
  }
});

test('over a slow real network nothing is recorded, so that the time of the run is known', () => {
  const down = { ...profile.down, ...slow };
  const found = { profile: { ...profile, down, up: down }, options: '' };
  const cells = planCells(configure('smoke', { ...own, found }));
  expect(cells.map(({ recorded }) => recorded)).toEqual(cells.map(() => false));
});
