import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '@holbench/harness/browser';
import { findTools } from '@holbench/harness/tools';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openReport } from './open-report.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holbench-open-'));
  vi.stubEnv('DISPLAY', '');
  vi.stubEnv('WAYLAND_DISPLAY', '');
});
afterEach(() => rm(folder, { recursive: true }));

async function writeReport(text: string): Promise<void> {
  await mkdir(join(folder, 'report'), { recursive: true });
  await writeFile(join(folder, 'report/index.html'), `<!doctype html><p>${text}</p>`);
}

test(
  'a browser shows each report of a run, with the token alone',
  { timeout: 60_000 },
  async () => {
    const tools = await findTools();
    await using report = await openReport(folder, tools);
    const { origin } = new URL(report.address);
    expect((await fetch(origin)).status).toBe(403);
    expect((await fetch(`${origin}/news`)).status).toBe(403);
    await using running = await launchBrowser({ tools, forceQuic: [], logFolder: folder });
    const page = await running.browser.newPage();
    await page.goto(report.address);
    const text = page.frameLocator('iframe').locator('p');
    expect(await text.textContent()).toContain('first round is being measured');
    for (const each of ['one round', 'two rounds']) {
      await writeReport(each);
      await report.refresh();
      await vi.waitFor(async () => expect(await text.textContent()).toBe(each), 10_000);
    }
    // Nobody looks any more.
    await page.close();
    await writeReport('three rounds');
    await report.refresh();
  },
);
