import { expect } from '@playwright/test';
import { seriousViolations } from './accessibility.ts';
import { test } from './lab.ts';

test.afterEach(({ complaints }) => {
  expect(complaints, 'console messages, errors and requests to other origins').toEqual([]);
});

test('says which protocol was proven, and it is the promised one', async ({ page, variant }) => {
  await expect(page).toHaveTitle(`${variant.id} – holbench`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(variant.title);
  await expect(page.locator('#facts')).toContainText(`${variant.protocol} proven`);
  await expect(page.locator('#facts .bad')).toHaveCount(0);
});

test('is cross-origin isolated, for timers of 5 µs', async ({ page }) => {
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test('every operation has a button that works and shows its results', async ({ page, variant }) => {
  // The smallest choices: this is about the page, not about the figures.
  for (const choice of await page.getByRole('combobox').all()) {
    await choice.selectOption({ index: 0 });
  }

  const buttons = page.locator('#operations button');
  await expect(buttons).toHaveCount(10);
  for (const [index, button] of (await buttons.all()).entries()) {
    await expect(button).toHaveAttribute('aria-disabled', 'false');
    await button.click();
    const cards = page.locator('#results article');
    await expect(cards).toHaveCount(index + 1, { timeout: 20_000 });
    const card = cards.first();
    await expect(card.locator('.bad')).toHaveCount(0);
    await expect(card).toContainText(/Failed\s*0 of/);
    const protocols = card.locator('dt:has-text("Protocol") + dd');
    for (const protocol of await protocols.all())
      await expect(protocol).toHaveText(variant.protocol);
    expect(await protocols.count()).toBeGreaterThan(0);
  }
});

test('has no serious accessibility violations, before and after a result', async ({ page }) => {
  expect(await seriousViolations(page)).toEqual([]);
  await page.locator('#operations button').first().click();
  await expect(page.locator('#results article')).toHaveCount(1);
  expect(await seriousViolations(page)).toEqual([]);
});

test('the keyboard alone is enough', async ({ page }) => {
  const button = page.locator('#operations button').first();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#results article')).toHaveCount(1);
  await expect(button).toBeFocused();
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test('nothing is wider than the screen', async ({ page }) => {
    await page.locator('#operations button').first().click();
    await expect(page.locator('#results article')).toHaveCount(1);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(375);
    await expect(page.locator('#operations button').last()).toBeVisible();
  });
});
