import { expect, test } from 'vitest';
import type { Manifest } from './manifest.ts';
import { versionsByName } from './versions.ts';

const tools: Manifest['versions'] = {
  toolingNode: '24.21.0',
  chromium: '156.0',
  caddy: null,
  quicGo: null,
  playwright: '1.65.1',
  artillery: null,
};

test('a server that calls its libraries as the programs of the run changes nothing of them', () => {
  const own = { chromium: '1', toolingNode: '2', node: '3', engine: '4' };
  expect(versionsByName({ ...tools, servers: { 'own-ws': own } })).toEqual({
    ...tools,
    node: '3',
    engine: '4',
  });
});

test('several versions of one library are joined', () => {
  const servers = { 'node-ws': { ws: '8.1' }, 'own-ws': { ws: '8.0' } };
  expect(versionsByName({ ...tools, servers })).toMatchObject({ ws: '8.1 / 8.0' });
});
