import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools } from '@holbench/harness/tools';
import { letWrite } from '@holbench/process/unprivileged';
import { expect, test } from '@playwright/test';
import { seriousViolations } from './accessibility.ts';

const RUN = 'reports/published/2026-11-28-default';
const PAGES = [
  'index.html',
  'README.html',
  'docs/choose-a-transport.html',
  'docs/results.html',
  `${RUN}/index.html`,
];
const tools = await findTools();

test('the site opens from disk, is read by everybody, and plays a run', async () => {
  test.skip(tools.chromium === null, 'no Chromium was found');
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'holbench-e2e-site-'));
  const out = join(folder, 'site');
  try {
    const main = join(tools.root, 'site/src/main.ts');
    await promisify(execFile)(process.execPath, [main, '--out', out]);
    // The browser may be another user's.
    await letWrite(folder);
    const logFolder = join(tools.root, 'test-results/e2e-logs/site');
    await using running = await launchBrowser({ tools, forceQuic: [], logFolder });
    for (const [colorScheme, width] of [
      ['light', 375],
      ['dark', 1440],
    ] as const) {
      const context = await running.browser.newContext({
        colorScheme,
        viewport: { width, height: 900 },
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('requestfailed', (request) => complaints.push(request.url()));
      for (const path of PAGES) {
        await page.goto(pathToFileURL(join(out, path)).href);
        const box = page.locator('html');
        expect(await box.evaluate(({ scrollWidth }) => scrollWidth), path).toBe(width);
        // Over a shade axe does not dare to judge contrasts.
        await page.addStyleTag({ content: '.scroll { background: none !important; }' });
        expect(await seriousViolations(page), path).toEqual([]);
      }
      await page.getByRole('link', { name: 'Full report' }).click();
      await expect(page.locator('#conditions')).toBeVisible();
      await page.goto(pathToFileURL(join(out, RUN, 'replay.html')).href);
      await expect(page.locator('#lanes > li').first()).toBeVisible();
      await expect(page.locator('#source')).toContainText('A replay of the run');
      expect(complaints).toEqual([]);
      await context.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
