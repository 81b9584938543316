import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTools } from '@holbench/harness/tools';
import { expect, test } from '@playwright/test';
import { seriousViolations } from './accessibility.ts';
import { addedSeconds } from './added-wait.ts';
import { act, LiveDemo, openPage } from './live-demo.ts';

const IS_ROOT = process.getuid?.() === 0 && process.platform === 'linux';
const LANES = ['node-ws', 'caddy-http3'];
const OVER_LOOPBACK = ['--network', 'loopback', '--variants', LANES.join()];

const tools = await findTools();

test.beforeEach(() => {
  test.skip(tools.chromium === null, 'no Chromium was found');
  test.setTimeout(240_000);
});

test('lanes fill while their cells are measured, and the run is played when it is over', async () => {
  await using demo = new LiveDemo(OVER_LOOPBACK);
  await using open = await openPage(demo);
  const { page, complaints } = open;
  const lanes = page.locator('.lane');
  await expect(lanes).toHaveCount(LANES.length);
  for (const lane of await lanes.all()) {
    await expect(lane).toContainText(/now(connection|measured)/, { timeout: 60_000 });
    await expect(lane).toContainText(/unanswered\d+ of [1-9]/, { timeout: 60_000 });
  }
  await expect(page.getByRole('combobox', { name: 'Part of the run' })).toBeVisible({
    timeout: 120_000,
  });
  for (const lane of await lanes.all()) {
    await expect(lane.locator('summary')).toHaveText(/, proven$/);
    await expect(lane).toContainText('added wait');
  }
  await expect(page.locator('#summary')).not.toBeEmpty();
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // Pictures follow the width of their lanes a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
  }
  expect(await seriousViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('another network and transfer are raced next, and of two the last one', async () => {
  test.skip(!IS_ROOT, 'only root makes networks, of Linux');
  await using demo = new LiveDemo(OVER_LOOPBACK);
  await using open = await openPage(demo);
  const { page } = open;
  await expect(page.locator('.lane').first()).toContainText('connection 1', { timeout: 60_000 });
  for (const network of ['reference-3g', 'ideal']) {
    await page.getByRole('combobox', { name: 'Network' }).selectOption(network);
    await page.getByRole('combobox', { name: 'Transfer', exact: true }).selectOption('upload');
    await page.getByRole('button', { name: 'Race' }).click();
    await page.waitForLoadState();
  }
  await expect(page.locator('#source')).toContainText('over ideal', { timeout: 90_000 });
  await expect(page.locator('.lane').first()).toContainText('connection 1', { timeout: 90_000 });
  await demo.says(/upload over ideal/);
});

test('a race that cannot be made is named, above the one before it', async () => {
  test.skip(!IS_ROOT, 'only root makes networks, of Linux');
  const folder = await mkdtemp(join(tmpdir(), 'holbench-e2e-refused-'));
  const file = join(folder, 'my-dsl.json');
  try {
    await writeFile(file, '{"id": "my-dsl", "down": "50mbit", "up": "50mbit", "delay": "5ms"}');
    await using demo = new LiveDemo(['--network', file, '--variants', 'node-ws']);
    await using open = await openPage(demo);
    const { page, complaints } = open;
    const played = page.getByRole('combobox', { name: 'Part of the run' });
    await expect(played).toBeVisible({ timeout: 120_000 });
    await rm(file);
    await page.getByRole('button', { name: 'Race' }).click();
    await expect(page.locator('#refused')).toContainText(`Not raced: nothing to play: `, {
      timeout: 60_000,
    });
    await expect(page.locator('#refused')).toContainText('my-dsl.json');
    await expect(played).toBeVisible();
    await expect(page.locator('.lane summary')).toHaveText('WebSocket, proven');
    expect(complaints).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the page says when the demo has ended', async () => {
  const demo = new LiveDemo(OVER_LOOPBACK);
  await using open = await openPage(demo);
  await expect(open.page.locator('.lane')).toHaveCount(LANES.length);
  await demo[Symbol.asyncDispose]();
  await expect(act(open.page)).toHaveText('the demo has ended; start it again: pnpm demo', {
    timeout: 30_000,
  });
});

test('over reference-4g messages over a WebSocket are delayed more than over HTTP/3', async () => {
  test.skip(!IS_ROOT, 'only root makes networks, of Linux');
  const folder = await mkdtemp(join(tmpdir(), 'holbench-e2e-live-'));
  try {
    const picture = join(folder, 'race.png');
    const choice = ['--network', 'reference-4g', '--variants', LANES.join()];
    await using demo = new LiveDemo([...choice, '--screenshot', picture]);
    const said = await demo.end();
    const added = (name: string) => addedSeconds(new RegExp(`${name}: (.*)`).exec(said)?.[1] ?? '');
    expect(added('node-ws'), said).toBeGreaterThan(added('caddy-http3'));
    expect((await stat(picture)).size).toBeGreaterThan(10_000);
  } finally {
    await rm(folder, { recursive: true });
  }
});
