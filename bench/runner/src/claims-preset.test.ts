import { CLAIM_RUNS } from '@holbench/scenarios/claims/claim-runs';
import { expect, test } from 'vitest';
import { configurePreset } from './claims-preset.ts';
import { planCells } from './plan.ts';
import { claimLines, plannedClaims } from './planned-claims.ts';

const claims = configurePreset('claims');

test('every claim has the cells that it needs, once, and rounds that can show it', () => {
  const planned = plannedClaims(claims);
  expect(planned.map(({ claim }) => claim)).toEqual(CLAIM_RUNS.map(({ id }) => id));
  const level = 0.05 / (2 * planned.length);
  for (const { claim, smallestP } of planned) {
    expect(Math.max(smallestP.supported, smallestP.contradicted), claim).toBeLessThan(level);
  }
  expect(claimLines(planned)).toEqual([
    'claims: 11 rounds can show 8 claims (smallest p 0.00098 of 0.0019 for 26 tests)',
    'claims: 12 rounds can show 5 claims (smallest p 0.0015 of 0.0019 for 26 tests)',
  ]);
  const ids = planCells(claims).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(CLAIM_RUNS.map(({ id }) => [id]))('the command of %s tests it', (id) => {
  const alone = configurePreset('claims', { claims: [id] });
  expect(plannedClaims(alone).map(({ claim }) => claim)).toContain(id);
  expect(claimLines(plannedClaims(alone)).join('\n')).not.toContain('cannot');
});

test('a part has the arms and the windows of its claims alone', () => {
  const cells = planCells(claims).filter(({ round }) => round === 0);
  const over = (network: string) =>
    cells
      .filter((cell) => cell.network.profile.id === network)
      .map(({ id }) => id.slice(network.length + 1))
      .toSorted();
  expect(over('4g+loss=1%')).toEqual([
    'caddy-http3/4f-text/0',
    'node-http2/4f-text+http2-write=16k/0',
    'node-ws/4f-text/0',
  ]);
  expect(over('4g+loss=0%')).toEqual([
    'caddy-http3/4f-text/0',
    'caddy-http3/5h-text/0',
    'node-http2/4g-text+http2-window=1m/0',
    'node-http2/4g-text/0',
    'node-http2/5h-text/0',
    'node-ws/4f-text/0',
  ]);
  const windows = claims.networks.map(({ workload }) => workload.windowSeconds);
  expect(windows).toEqual([12, 26, 12, 12, 1]);
});

test('options choose among its cells, or are refused', () => {
  const ids = (overrides: Parameters<typeof configurePreset>[1]) =>
    planCells(configurePreset('claims', overrides)).map(({ id }) => id);
  expect(ids({ claims: ['uws-times-fastify'], rounds: 1 }).toSorted()).toEqual([
    'loopback/node-http1/7j-text/0',
    'loopback/uws-http1/7j-text/0',
  ]);
  expect(ids({ scenarios: ['7j'], variants: ['uws-http1'], rounds: 1 })).toHaveLength(1);
  expect(() => configurePreset('claims', { scenarios: ['6i'] })).toThrow(/^nothing to run/);
  expect(() => configurePreset('claims', { networks: ['4g'] })).toThrow(/^--networks: the preset/);
  expect(() => configurePreset('claims', { loss: '2%' })).toThrow(/^--loss: the preset/);
  expect(() => configurePreset('claims', { factors: { batch: '1ms' } })).toThrow(/^--batch: /);
  expect(() => configurePreset('claims', { sweep: ['batch=0ms,1ms'] })).toThrow(/^--sweep: /);
  expect(() => configurePreset('smoke', { claims: ['uws-times-fastify'] })).toThrow(
    '--claims: only with --preset claims',
  );
});

test('too few rounds, and rounds that reach only one side, are said before the run', () => {
  const lines = (rounds: number) =>
    claimLines(plannedClaims(configurePreset('claims', { rounds })));
  expect(lines(9)).toEqual(['claims: too few rounds for 13 (10 needed; --preset claims has them)']);
  expect(lines(10)).toContain(
    'claims: 10 rounds cannot contradict http3-deficit-grows over ideal (smallest p 0.0020 of 0.0019 for 26 tests)',
  );
  expect(claimLines(plannedClaims(configurePreset('smoke', { scenarios: ['6i'] })))).toEqual([]);
});

test('shards together are the whole run', () => {
  const parts = ['1/3', '2/3', '3/3'].flatMap((shard) =>
    planCells(configurePreset('claims', { shard })).map(({ id }) => id),
  );
  expect(parts.toSorted()).toEqual(
    planCells(claims)
      .map(({ id }) => id)
      .toSorted(),
  );
});
