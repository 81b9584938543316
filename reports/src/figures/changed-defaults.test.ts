import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

const LIMITS = '../../../packages/protocol/src/wire-limits.ts';
const NEW = { CHUNK_BYTES: 65_536, UPLOAD_WINDOW_BYTES: 262_144 };

// A version of the lab with other defaults. Test files of a worker share their modules.
vi.doMock(LIMITS, async (original) => ({ ...(await original<object>()), ...NEW }));
vi.resetModules();
afterAll(() => {
  vi.doUnmock(LIMITS);
  vi.resetModules();
});
const { DEFAULT_FACTORS } = await import('@holbench/factors/values');
const { readManifest } = await import('@holbench/results/run-reader');
const { manifest } = await import('../../../packages/results/fixtures/run-lines.ts');
const { ownTitle } = await import('./arm-settings.ts');

/** Runs that were given a setting of their own. */
const WITH_SETTING = [
  '2026-11-28-bbr',
  '2026-11-28-bbr-again',
  '2026-11-29-udp',
  '2026-11-29-heartbeats',
  '2026-11-29-outage',
  '2026-11-29-rebind',
  '2026-11-29-compress64',
  '2026-11-29-fragments',
  '2026-11-29-order-many',
];

const PUBLISHED = join(import.meta.dirname, '../../published');
const entries = await readdir(PUBLISHED, { withFileTypes: true });
const runs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

test.each(runs)('a new default does not retitle the published run %s', async (name) => {
  expect(DEFAULT_FACTORS.uploadWindowBytes).toBe(NEW.UPLOAD_WINDOW_BYTES);
  const published = await readManifest(join(PUBLISHED, name));
  expect(ownTitle({ manifest: published })).toBe(
    WITH_SETTING.includes(name) ? 'with the run’s own factors' : 'as shipped',
  );
  // What it did not store is what it had, not what a run of today has.
  expect(published.config.factors.uploadWindowBytes).toBe(819_200);
});

test('a run is titled by the defaults that it was made with', () => {
  const { config, ...own } = manifest();
  const factors = { ...DEFAULT_FACTORS, chunkBytes: 16_384 };
  const made = { ...own, config: { ...config, factors } };
  expect(ownTitle({ manifest: { ...made, defaults: factors } })).toBe('as shipped');
  expect(ownTitle({ manifest: made })).toBe('with the run’s own factors');
});
