import { join } from 'node:path';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools } from '@holbench/harness/tools';
import { expect, test } from '@playwright/test';
import { LiveDemo } from './live-demo.ts';

const RUN = '2026-11-28-wait';
const tools = await findTools();

test('the published run plays over each of its networks, and its lost packets are followed', async () => {
  test.skip(tools.chromium === null, 'no Chromium was found');
  test.setTimeout(120_000);
  await using demo = new LiveDemo(['--replay', RUN]);
  const said = await demo.says(/Ctrl-C/);
  const logFolder = join(tools.root, 'test-results/e2e-logs/demo-published');
  await using running = await launchBrowser({ tools, forceQuic: [], logFolder });
  const page = await running.browser.newPage({ reducedMotion: 'reduce' });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(/http:\S+/.exec(said)?.[0] ?? '');
  const summary = page.locator('#summary');
  await expect(summary).toHaveText(/^A small message takes [\d.]+ m?s with /);

  const places = page.getByLabel('Network and transfer');
  await expect(places.locator('option')).toHaveCount(4);
  for (const place of await places.locator('option').allTextContents()) {
    await places.selectOption(place);
    await expect(page.locator('#overview-heading')).toContainText(place.split(',')[0] ?? '');
    await expect(page.locator('#act')).toContainText('the end of a race');
  }
  await places.selectOption('reference-4g, download');

  const explain = page.locator('#explain');
  const [lane, message] = [explain.locator('select').nth(0), explain.locator('select').nth(1)];
  await lane.selectOption('A1 node-ws');
  await message.selectOption('lost');
  await expect(explain.locator('.order')).toHaveText(['one connection, one order']);
  await expect(explain.locator('.steps strong')).toContainText(['retransmission']);
  await lane.selectOption('C1 caddy-http3');
  await message.selectOption('spared');
  await expect(explain.locator('.order')).toHaveText([
    'stream of the transfer',
    'stream of the message',
  ]);
  await explain.getByRole('slider').focus();
  await page.keyboard.press('End');
  await expect(explain.locator('.stations').first().locator('.lost')).toHaveText('×');
  await expect(explain).toContainText('The message passes it');
  expect(complaints).toEqual([]);
});
