import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { letWrite } from '@holbench/process/unprivileged';
import { expect } from '@playwright/test';
import { test } from './report-lab.ts';

/** The made-up run as another one, in which messages of `node-ws` beside a bulk take three times as long. */
async function slowerRun(run: string, folder: string): Promise<string> {
  await cp(run, folder, { recursive: true });
  const change = async (name: string, changed: (text: string) => string): Promise<void> => {
    const path = join(folder, name);
    await writeFile(path, changed(await readFile(path, 'utf8')));
  };
  await change('manifest.json', (text) => text.replace(/"run": "[^"]+"/, '"run": "slower"'));
  await change('samples.ndjson', (text) =>
    text.replaceAll(
      /^(.*"variant":"node-ws".*"label":"fresh-same-load".*"durationMs":)([\d.]+)/gm,
      (_, before: string, ms: string) => `${before}${3 * Number(ms)}`,
    ),
  );
  return folder;
}

test('a page beside another run says what differs, and leads to this run’s cells', async ({
  page,
  tools,
  run,
  complaints,
}) => {
  test.setTimeout(60_000);
  const folder = await mkdtemp(join(tmpdir(), 'holbench-e2e-compare-'));
  const other = await slowerRun(run, join(folder, 'other'));
  const main = join(tools.root, 'reports/src/main.ts');
  const out = join(folder, 'report');
  await promisify(execFile)(process.execPath, [main, run, '--compare', other, '--out', out]);
  await letWrite(folder);
  await page.goto(pathToFileURL(join(out, 'index.html')).href);
  // The page is another file than the one that the fixture waits for.
  expect(complaints.splice(0)).toEqual([pathToFileURL(join(out, 'index.html')).href]);

  const section = page.locator('section[aria-labelledby="compared"]');
  await expect(section.getByRole('heading', { level: 2 })).toBeVisible();
  const lower = section.locator('tbody tr', { hasText: 'node-ws' });
  await expect(lower.filter({ hasText: 'during' }).first()).toContainText('▼');
  await expect(lower.first().locator('td[data-value] a[href^="#cell-"]')).not.toHaveCount(0);
  const broken = await page.evaluate(() => {
    const hrefs = [...document.links].map((link) => link.getAttribute('href') ?? '');
    return hrefs.filter(
      (href) => document.getElementById(decodeURIComponent(href.slice(1))) === null,
    );
  });
  expect(broken).toEqual([]);
  await rm(folder, { recursive: true });
});
