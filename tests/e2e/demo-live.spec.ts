import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTools } from '@holbench/harness/tools';
import { variant as variantOf } from '@holbench/variants/registry';
import { expect, type Page, test } from '@playwright/test';
import { seriousViolations } from './accessibility.ts';
import { addedSeconds } from './added-wait.ts';
import { LiveDemo, openPage } from './live-demo.ts';

const LANES = ['node-ws', 'node-http1', 'node-http2', 'caddy-http3'] as const;
const IS_ROOT = process.getuid?.() === 0 && process.platform === 'linux';

const tools = await findTools();

/** A demo over loopback. */
function loopbackDemo(): LiveDemo {
  return new LiveDemo(['--network', 'loopback', '--variants', LANES.join(), '--file-size', '1MiB']);
}

/** Process id of the server on a port. */
async function listenerOn(port: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ss', ['-ltnpH', `sport = :${port}`]);
  return Number(/pid=(\d+)/.exec(stdout)?.[1]);
}

const act = (page: Page) => page.locator('#act');
const start = (page: Page) => page.getByRole('button', { name: 'Start' }).click();
const stop = (page: Page) => page.getByRole('button', { name: 'Stop' }).click();

test.beforeEach(() => {
  test.skip(tools.chromium === null, 'no Chromium was found');
  test.setTimeout(120_000);
});

test('each lane connects in a frame, proves its protocol and shows its messages', async () => {
  await using demo = loopbackDemo();
  await using open = await openPage(demo);
  const { page, complaints } = open;
  await expect(page.locator('#answer > .live-ready')).toHaveCount(LANES.length);
  const frames = page.frames().slice(1);
  const isolated = frames.map((frame) => frame.evaluate(() => crossOriginIsolated));
  expect(await Promise.all(isolated)).toEqual(LANES.map(() => true));

  await page.getByRole('combobox', { name: 'Lanes' }).selectOption('at once');
  await start(page);
  await expect(act(page)).toContainText('a big download is under way');
  for (const lane of await page.locator('.lane').all()) {
    await expect(lane.locator('summary')).toHaveText(/, seen by the page$/);
    await expect(lane.locator('.added')).toHaveText(/[+−][\d.]+ m?s$/);
  }
  await expect(page.locator('.lane').first()).toContainText(/transfer[\d.]+ [KMG]iB/);
  await expect(act(page)).toContainText('the race is over', { timeout: 60_000 });
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  }
  expect(await seriousViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a race that is stopped before its transfer leaves the next one as it should be', async () => {
  await using demo = loopbackDemo();
  await using open = await openPage(demo);
  const { page } = open;
  await expect(act(page)).toHaveText('ready to start');
  await start(page);
  await expect(act(page)).toContainText('node-ws: small messages alone');
  await stop(page);
  await expect(act(page)).toContainText('stopped.');
  await start(page);
  const lane = page.locator('.lane').first();
  await expect(lane).toContainText('0 bytes, 0.0 Mbit/s');
  await expect(act(page)).toContainText('node-ws: a big download is under way');
  await expect(lane).not.toContainText('0 bytes');
  await expect(lane.locator('.bad')).toBeEmpty();
  await stop(page);
  await expect(act(page)).toContainText('stopped.');
});

test('a server that ends in the middle of a transfer is seen to, and its lane is ready again', async () => {
  test.skip(process.platform !== 'linux', 'only ss tells who listens');
  await using demo = loopbackDemo();
  await using open = await openPage(demo);
  const { page } = open;
  const ready = page.locator('#answer > .live-ready');
  await expect(ready).toHaveCount(LANES.length);
  await start(page);
  await expect(act(page)).toContainText('node-ws: a big download is under way');
  const lane = page.locator('.lane').first();
  await expect(lane).not.toContainText('0 bytes');
  process.kill(await listenerOn(variantOf('node-ws').port));
  await demo.says(/node-ws: .*starting it again/);
  await expect(lane.locator('.bad')).toContainText(/cut|failed|lost/);
  await stop(page);
  await expect(act(page)).toContainText('stopped.', { timeout: 30_000 });
  await expect(ready).toHaveCount(LANES.length, { timeout: 60_000 });
  await start(page);
  await expect(lane.locator('.bad')).toBeEmpty();
  await expect(lane).toContainText(/unanswered\d of \d\d/);
});

test('another origin may not frame a lane', async () => {
  await using demo = loopbackDemo();
  await using open = await openPage(demo);
  const { page } = open;
  const lane = `https://127.0.0.1:${variantOf('node-http1').port}/lane/index.html`;
  expect((await page.goto(lane))?.ok()).toBe(true);
  // Of loopback, too: a page of the Internet would be kept from it by another rule.
  const other = 'https://127.0.0.1:8470/';
  const body = `<iframe src="${lane}?variant=node-http1&demo=https://127.0.0.1:8470"></iframe>`;
  await page.route(other, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(other);
  await expect.poll(() => page.frames().at(1)?.url()).toBe('chrome-error://chromewebdata/');
});

test('the network is changed from the page, certified, and the demo opens again', async () => {
  test.skip(!IS_ROOT, 'only root makes networks, of Linux');
  await using demo = loopbackDemo();
  await using open = await openPage(demo);
  const { page } = open;
  await page.getByRole('combobox', { name: 'Network' }).selectOption('ideal');
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(act(page)).toContainText('ideal is made and certified');
  const said = await demo.says(/changing to ideal[^]*Ctrl-C/);
  expect(said).toMatch(/changing to ideal\n(.*configured.*\n)+.*https:\/\/10\./);
});

test('over reference-4g messages over a WebSocket are delayed more than over HTTP/3', async () => {
  test.skip(!IS_ROOT, 'only root makes networks, of Linux');
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'holbench-e2e-live-'));
  try {
    const picture = join(folder, 'race.png');
    const choice = ['--network', 'reference-4g', '--variants', 'node-ws,caddy-http3'];
    await using demo = new LiveDemo([...choice, '--screenshot', picture]);
    const said = await demo.end();
    expect(said).toMatch(/round trip: .*configured/);
    const added = (name: string) => addedSeconds(new RegExp(`${name}: (.*)`).exec(said)?.[1] ?? '');
    expect(added('node-ws'), said).toBeGreaterThan(added('caddy-http3'));
    expect((await stat(picture)).size).toBeGreaterThan(10_000);
  } finally {
    await rm(folder, { recursive: true });
  }
});
