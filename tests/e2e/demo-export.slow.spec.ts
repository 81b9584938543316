import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTools } from '@holbench/harness/tools';
import { readRun } from '@holbench/results/run-reader';
import { expect, test } from '@playwright/test';
import { LiveDemo, openPage } from './live-demo.ts';

const LANES = ['node-ws', 'node-http2'] as const;
const NOTICE =
  'This run is what a person saw on the demo page: no warm-up, windows of 16 s, lanes chosen by hand, seen by the page only. Do not cite it.';

const tools = await findTools();

test('what was seen of a race is saved as a run, and its report says what it is', async () => {
  test.skip(tools.chromium === null, 'no Chromium was found');
  test.setTimeout(180_000);
  const choice = ['--network', 'loopback', '--variants', LANES.join(), '--file-size', '1MiB'];
  await using demo = new LiveDemo(choice);
  await using open = await openPage(demo);
  const { page, complaints } = open;
  const act = page.locator('#act');
  const save = page.getByRole('button', { name: 'Save as a run' });
  await expect(page.locator('#answer > .live-ready')).toHaveCount(LANES.length);
  await expect(save).toBeDisabled();

  // A race that is stopped leaves nothing to save.
  await page.getByRole('combobox', { name: 'Lanes' }).selectOption('at once');
  await page.getByRole('combobox', { name: 'Small messages' }).selectOption('20 a second');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(act).toContainText('a big download is under way', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(act).toContainText('stopped.');
  await expect(save).toBeDisabled();

  await page.getByRole('button', { name: 'Start' }).click();
  await expect(act).toContainText('the race is over', { timeout: 60_000 });
  await save.click();
  const told = page.locator('output');
  await expect(told).toContainText(/Saved in .*-demo\. Its report: pnpm report /);
  const [, path = ''] = /Saved in (\S+)\. /.exec((await told.textContent()) ?? '') ?? [];
  expect(await demo.says(/saved: /)).toContain(`saved: pnpm report ${path}`);
  const folder = join(process.cwd(), path);
  try {
    const { manifest, cells, warnings } = await readRun(folder);
    expect(warnings).toEqual([]);
    expect(manifest.demo?.browser).toContain('Chrome/');
    expect(manifest.config.preset).toBe('demo');
    expect(manifest.blocks).toMatchObject([{ scenarios: ['download'], variants: LANES }]);
    expect(Object.keys(manifest.versions.servers ?? {})).toEqual(LANES);
    expect(cells.map(({ cell }) => [cell.variant, cell.round, cell.reasons])).toEqual(
      LANES.map((variant) => [variant, 0, []]),
    );
    for (const { cell, samples } of cells) {
      expect(cell).toMatchObject({ valid: true, sideBySide: LANES.length, server: null });
      expect(cell.protocol.server).toEqual({});
      expect(samples.length).toBeGreaterThan(300);
      expect(cell.phases.map(({ phase }) => phase)).toEqual(['alone', 'same']);
    }
    const main = join(tools.root, 'reports/src/main.ts');
    const out = join(folder, 'report');
    const { stdout } = await promisify(execFile)(process.execPath, [main, folder, '--out', out]);
    expect(stdout).toContain(`Warning: ${NOTICE}`);
    await page.goto('about:blank');
    await page.setContent(await readFile(join(out, 'index.html'), 'utf8'));
    await expect(page.getByRole('note').first()).toHaveText(`Warning: ${NOTICE}`);
    expect(complaints).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
