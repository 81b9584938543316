import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCALHOST } from '@holbench/process/network-side';
import { openHttpClient } from '@holbench/raw-clients/open-client';
import { afterAll, expect, test } from 'vitest';
import { startFloor } from './start-floor.ts';
import { findTools } from './tools.ts';

const FILE_BYTES = 250_000;

const tools = await findTools();
const logFolder = await mkdtemp(join(tmpdir(), 'holbench-floor-test-'));
afterAll(() => rm(logFolder, { recursive: true }));

const options = { tools, fileBytes: FILE_BYTES, logFolder, place: LOCALHOST };

test.skipIf(!tools.certificate).each([
  ['http/1.1', 'http/1.1'],
  ['h2', 'h2'],
  // Its page and its readiness check.
  ['websocket', 'http/1.1'],
] as const)('the floor of %s serves its page over %s', async (protocol, spoken) => {
  await using floor = await startFloor({ protocol, server: null }, options);
  await using client = openHttpClient(spoken, floor.origin);
  const { status, text } = await client.exchange({ path: '/' });
  expect([status, text]).toEqual([200, '<!doctype html><title>floor</title>']);
});

test.skipIf(!tools.certificate).each(['http/1.1', 'h2'] as const)(
  'the floor of %s sends one file of the size asked for',
  async (protocol) => {
    await using floor = await startFloor({ protocol, server: null }, options);
    await using client = openHttpClient(protocol, floor.origin);
    const { body, headers } = await client.request({ path: '/file' });
    expect(headers['content-length']).toBe(String(FILE_BYTES));
    expect(Buffer.concat(await body.toArray())).toHaveLength(FILE_BYTES);
  },
);
