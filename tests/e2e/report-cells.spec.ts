import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRun } from '@holbench/results/run-reader';
import { expect } from '@playwright/test';
import { test } from './report-lab.ts';

/** How many of a cell's samples the page shows; the rest are in the download. */
const SHOWN = 1_000;
const MOST_TABS = 12;

test('from a number to its raw samples by the keyboard alone', async ({ page, run }) => {
  const number = page.locator('td[data-value] a[href^="#cell-"]').first();
  await number.focus();
  await page.keyboard.press('Enter');
  const card = page.locator('.cell:target');
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
  await expect(page.locator('.cell').filter({ visible: true })).toHaveCount(1);

  const summary = card.locator('summary');
  // Before it stands the table of its connections, which can be scrolled and sorted.
  const isReached = () => summary.evaluate((each) => each === document.activeElement);
  for (let tabs = 0; tabs < MOST_TABS && !(await isReached()); tabs += 1)
    await page.keyboard.press('Tab');
  await expect(summary).toBeFocused();
  await page.keyboard.press('Enter');
  const count = Number(/\d+/.exec((await summary.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  await expect(card.locator('.samples tbody tr')).toHaveCount(Math.min(count, SHOWN));

  const id = (await card.getByRole('heading').textContent()) ?? '';
  const file = await readFile(join(run, 'samples.ndjson'), 'utf8');
  const lines = file.split('\n').filter((line) => line.includes(`"cell":"${id}"`));
  expect(lines).toHaveLength(count);
  const starting = page.waitForEvent('download');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const download = await starting;
  expect(download.suggestedFilename()).toMatch(/\.ndjson$/);
  expect(await readFile(await download.path(), 'utf8')).toBe(
    lines.map((line) => `${line}\n`).join(''),
  );

  // The slowest of them, by one click.
  await card.getByRole('button', { name: 'ms', exact: true }).click();
  const values = await card
    .locator('.samples tbody tr')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the selector names the element
    .evaluateAll((rows) => rows.map((row) => (row.children[6] as HTMLElement).dataset['value']));
  const numbers = values.filter((value) => value !== '').map(Number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(numbers[0]).not.toBe(numbers.at(-1));
});

test('every cell says what its line of cells.ndjson says', async ({ page, run }) => {
  // The fixture is of schema 3: the reader upgrades names of arms and ids.
  const stored = (await readRun(run)).cells.map(({ cell }) => cell);
  await expect(page.locator('.cell')).toHaveCount(stored.length);
  const cards = new Map(
    await page
      .locator('.cell')
      .evaluateAll((all) =>
        all.map((each) => [each.querySelector('[id^="of-"]')?.textContent, each.textContent]),
      ),
  );
  for (const { cell, seed } of stored) {
    expect(cards.get(cell), cell).toMatch(new RegExp(`Seed\\s+${seed}\\b`));
    expect(cards.get(cell)).toContain(`pnpm bench --again made-up --cell ${cell}`);
  }
});

test('one cell leads to its other rounds', async ({ page }) => {
  const withRounds = page.locator('.cell', { has: page.locator('dt:text("Other rounds") + dd a') });
  const anchor = await withRounds.first().getAttribute('id');
  await page.evaluate((hash) => (location.hash = `#${hash}`), anchor);
  const card = page.locator('.cell:target');
  const before = await card.getByRole('heading').textContent();
  await card.locator('dt:text("Other rounds") + dd a').first().click();
  const after = await card.getByRole('heading').textContent();
  expect(after).not.toBe(before);
  expect(after?.replace(/\d+$/, '')).toBe(before?.replace(/\d+$/, ''));
});

test('a button copies the command that runs a cell again', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('td[data-value] a[href^="#cell-"]').first().click();
  const command = page.locator('.cell:target .command');
  await command.getByRole('button', { name: 'Copy' }).click();
  await expect(command.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await command.locator('code').textContent(),
  );
});
