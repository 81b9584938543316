import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { seriousViolations } from './accessibility.ts';
import { addedSeconds } from './added-wait.ts';
import { test } from './demo-lab.ts';

/** Without its data, by gzip: three times less than was asked for. */
const PAGE_BYTES = 50_000;

test.describe('at the end of a race', () => {
  test.afterEach(({ complaints }) => expect(complaints).toEqual([]));

  test('each lane proves its protocol and has its figures, live and of all connections', async ({
    page,
  }) => {
    const lanes = page.locator('.lane');
    await expect(lanes).toHaveCount(6);
    for (const lane of await lanes.all()) {
      await expect(lane.locator('summary')).toHaveText(/, proven$/);
      await expect(lane.locator('.added')).toHaveText(/^(≥ )?[+−][\d.]+ m?s$/);
      await expect(lane).toContainText(
        /added wait, all connections[\d.,−]+ ms \(.*6 connections\)/,
      );
      await expect(lane.locator('canvas')).toHaveCount(1);
    }
    const added = async (name: string) =>
      addedSeconds(await lanes.filter({ hasText: name }).locator('.added').textContent());
    expect(await added('node-ws')).toBeGreaterThan(await added('caddy-http3'));
    await expect(page.locator('#summary')).toContainText('A small message takes');
    await expect(page.locator('#answer > li')).not.toHaveCount(0);
  });

  test('more lanes are shown where their settings are asked for', async ({ page }) => {
    await page.getByRole('combobox', { name: 'Servers' }).selectOption('each setting');
    await expect(page.locator('.lane')).toHaveCount(9);
    await expect(page.locator('.lane .settings')).toContainText(['--notsent-lowat 16k']);
  });

  test('another network, direction or connection is another race', async ({ page }) => {
    const before = await page.locator('.lane').first().textContent();
    const part = page.getByLabel('Part of the run');
    const another = part.locator('option:not(:checked)').first();
    await part.selectOption(await another.getAttribute('value'));
    await expect(page.locator('.lane').first()).not.toHaveText(before ?? '');
    const places = page.getByLabel('Network and transfer');
    const upload = places.locator('option').filter({ hasText: 'upload' }).first();
    await places.selectOption(await upload.getAttribute('value'));
    await expect(page.locator('#act')).toContainText('the end of a race beside a big upload');
  });

  test('a message is followed from part to part', async ({ page }) => {
    const explain = page.locator('#explain');
    await page.getByLabel('Transport').selectOption('A1 node-ws');
    await expect(explain.locator('.steps strong')).toContainText([
      'request',
      'send buffer',
      'empty link',
    ]);
    await expect(explain.locator('figure')).toContainText(/\d+ kB of the transfer are in front/);
    await explain.getByRole('slider').focus();
    await page.keyboard.press('End');
    await expect(explain.locator('figure')).toContainText('Nothing of the transfer is in front');
    await explain.getByRole('button', { name: 'Follow' }).click();
    await expect(explain.locator('[aria-current=step]')).toContainText('request');
    await page.getByLabel('Transport').selectOption('C1 caddy-http3');
    await expect(explain).toContainText('a lost packet stops its own stream only');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [375, 1440, 2560]) {
      test.describe(`${colorScheme}, ${width} px`, () => {
        test.use({ colorScheme, viewport: { width, height: 900 } });

        test('nobody is kept out, and nothing is cut off', async ({ page }) => {
          await expect(page.locator('.lane')).toHaveCount(6);
          expect(await seriousViolations(page)).toEqual([]);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide).toBeLessThanOrEqual(width);
        });
      });
    }
  }
});

test.describe('while it plays', () => {
  test.afterEach(({ complaints }) => expect(complaints).toEqual([]));
  test.beforeEach(({ page }) => page.getByRole('button', { name: 'Play' }).click());

  test('time goes on from the messages alone to those beside the transfer', async ({ page }) => {
    await expect(page.locator('#act')).toContainText('small messages alone');
    await page.getByLabel('Speed').selectOption('4 ×');
    await expect(page.locator('#act')).toContainText('a big download is under way');
    await expect(page.getByRole('status')).toContainText('onger beside the transfer');
  });

  test('the keyboard plays, pauses and moves through time', async ({ page }) => {
    const play = page.getByRole('button', { name: 'Pause' });
    await play.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Play' })).toBeFocused();
    const at = await time(page);
    await page.getByRole('slider', { name: 'Time', exact: true }).focus();
    await page.keyboard.press('End');
    expect(await time(page)).toBeGreaterThan(at);
    await page.keyboard.press('Home');
    expect(await time(page)).toBe(0);
  });
});

test('a damaged or missing file is named', async ({ browser, address }) => {
  const page = await browser.newPage();
  await page.route('**/data/demo.json', (route) => route.fulfill({ body: '{"run":1}' }));
  await page.goto(address);
  await expect(page.locator('#source')).toHaveText(/^Nothing to play: data\/demo\.json: run: /);
  await page.unrouteAll();
  await page.route('**/data/demo.json', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(page.locator('#source')).toHaveText(/^Nothing to play: data\/demo\.json: 404/);
  await page.close();
});

test('the page without its data is small', ({ tools }) => {
  const folder = join(tools.root, 'demo/dist');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => gzipSync(readFileSync(join(parentPath, name))).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(PAGE_BYTES);
});

async function time(page: Page): Promise<number> {
  return Number(await page.getByRole('slider', { name: 'Time', exact: true }).inputValue());
}
