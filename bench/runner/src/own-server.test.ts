import type { PayloadKind } from '@holbench/results/sample';
import { SCENARIOS } from '@holbench/scenarios/registry';
import { rulesFor } from '@holbench/target/check/rules';
import { expect, test } from 'vitest';
import { configurePreset } from './configure-preset.ts';
import { unknownNetwork } from './network/target-network.ts';
import { neededBy } from './own-server.ts';
import { planCells } from './plan.ts';

const KIB = 1024;
const own = { variants: ['own-ws'], scenarios: ['1a', '4f', '4g', '5h'] };
const slow = { rateKbps: null, delayMs: 50, jitterMs: 0, lossFraction: 0, lossBurstPackets: 1 };
const profile = { ...unknownNetwork({}).found.profile };

test('a server of one’s own needs a target, and is measured alone', () => {
  expect(() => configurePreset('smoke', own)).toThrow(
    '--variants own-ws: start your own server, and give its address: --target https://HOST:PORT',
  );
  const beside = { ...own, variants: ['own-ws', 'node-ws'] };
  expect(() => configurePreset('smoke', unknownNetwork(beside))).toThrow(
    '--variants node-ws,own-ws: one server is at a target; measure each in a run of its own',
  );
});

test('has scenarios that need neither events nor other operations', () => {
  const covered = SCENARIOS.flatMap(({ id, forOwnServers }) => (forOwnServers ? id : []));
  expect(covered).toEqual(own.scenarios);
});

test('must hold what the chosen scenarios load, and creations for 4g alone', () => {
  const cells = planCells(configurePreset('smoke', unknownNetwork(own)));
  const { uploads, texts, files } = neededBy(cells);
  expect(uploads).toBe(true);
  expect(neededBy(cells.filter(({ scenario }) => scenario !== '4g')).uploads).toBe(false);
  expect(texts).toBe(10);
  expect(files.toSorted((a, b) => a.bytes - b.bytes)).toEqual([
    { bytes: 1024 * KIB, count: 10 },
    { bytes: 8 * 1024 * KIB, count: 1 },
  ]);
});

test('needs no files where texts alone are loaded, and the rules of files are left out', () => {
  const rulesOf = (scenarios: string[], kinds?: PayloadKind[]) => {
    const chosen = { ...own, scenarios, ...(kinds && { kinds }) };
    const cells = planCells(configurePreset('smoke', unknownNetwork(chosen)));
    return rulesFor(neededBy(cells)).map(({ id }) => id);
  };
  const ofFiles = ['files', 'load file', 'leaving'];
  const all = rulesOf(own.scenarios);
  expect(all).toEqual(expect.arrayContaining([...ofFiles, 'create']));
  const without = (...left: string[]) => all.filter((id) => !left.includes(id));
  expect(rulesOf(['1a', '5h'], ['text'])).toEqual(without(...ofFiles, 'create'));
  expect(rulesOf(['1a', '5h'])).toEqual(without('create'));
  expect(rulesOf(['4f'])).toEqual(without('create'));
  expect(rulesOf(['4g'])).toEqual(without(...ofFiles));
});

test('over a slow real network nothing is recorded, so that the time of the run is known', () => {
  const down = { ...profile.down, ...slow };
  const found = { profile: { ...profile, down, up: down }, options: '' };
  const cells = planCells(configurePreset('smoke', { ...own, found }));
  expect(cells.map(({ recorded }) => recorded)).toEqual(cells.map(() => false));
});
