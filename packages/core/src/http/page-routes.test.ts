import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageRoutes } from './page-routes.ts';

const REQUEST = { params: {}, body: new Uint8Array(), client: 'a client', lastEventId: undefined };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<p>page</p>');
  await writeFile(join(folder, 'assets/main.js'), '');
  await writeFile(join(folder, 'notes.txt'), 'no page');
});
afterEach(() => rm(folder, { recursive: true }));

test('files of the page have an address each, others none', async () => {
  const routes = await pageRoutes(folder);
  expect(routes.map(({ path }) => path).toSorted()).toEqual(['/', '/assets/main.js']);
});

test('nobody may frame the page', async () => {
  const [page] = await pageRoutes(folder);
  const response = await page?.handle(REQUEST);
  expect(response?.headers['content-security-policy']).toContain("frame-ancestors 'none'");
});
