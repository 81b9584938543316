import { findTools } from '@holbench/harness/tools';
import { expect, test } from '@playwright/test';
import { seriousViolations } from './accessibility.ts';
import { act, LANES, loopbackDemo, openPage, start } from './live-demo.ts';

const tools = await findTools();

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
    // Pictures follow the width of their lanes a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
  }
  expect(await seriousViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
