import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageRoutes } from './page-routes.ts';

const REQUEST = { params: {}, body: new Uint8Array(), client: 'a client', lastEventId: undefined };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-page-'));
  await mkdir(join(folder, 'lane'));
  await writeFile(join(folder, 'index.html'), '<p>page</p>');
  await writeFile(join(folder, 'lane/index.html'), '<p>lane</p>');
  await writeFile(join(folder, 'notes.txt'), 'no page');
});
afterEach(() => rm(folder, { recursive: true }));

const addresses = async (frameOrigin: string | null) =>
  (await pageRoutes(folder, frameOrigin)).map(({ path }) => path).toSorted();

async function policyOf(path: string, frameOrigin: string): Promise<string | undefined> {
  const routes = await pageRoutes(folder, frameOrigin);
  const response = await routes.find((each) => each.path === path)?.handle(REQUEST);
  return response?.headers['content-security-policy'];
}

test('there are no lanes where nobody may frame them', async () => {
  expect(await addresses(null)).toEqual(['/']);
  expect(await addresses('https://10.77.0.2:8460')).toEqual(['/', '/lane/index.html']);
});

test('one origin may frame lanes, and nobody the page itself', async () => {
  const demo = 'https://10.77.0.2:8460';
  expect(await policyOf('/lane/index.html', demo)).toContain(`frame-ancestors ${demo}`);
  expect(await policyOf('/', demo)).toContain("frame-ancestors 'none'");
});
