import { expect } from '@playwright/test';
import { openSamples, PHONE, test } from './report-lab.ts';

test('what its policy allows has run', async ({ page }) => {
  await expect(page.locator('button.sort')).not.toHaveCount(0);
  await expect(page.locator('button.copy')).not.toHaveCount(0);
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(policy).toHaveAttribute('content', /^default-src 'none'; .* script-src 'sha256-/);
});

test('the answer comes first and the appendix last', async ({ page }) => {
  const titles = await page.locator('h2').allTextContents();
  // A run has those of them that it has something for; an excluded cell is counted in the heading.
  const order = [
    'Who waits for whom',
    'Conditions',
    'Protocol, implementation, proxy',
    'Where the message waited',
    'Small messages beside a transfer, in detail',
    'Many at once',
    'Many users, one operation each',
    'A producer and a subscriber',
    'Set-up of a connection',
    'Writes without waiting',
    'Factors',
    'Protocol proof',
    'Excluded cells',
    'Networks',
    'Resources and limiting parties',
    'Feasibility',
    'What each stack does by default',
    'Not part of this run',
    'Cells',
    'Appendix',
  ];
  const found = titles.map((title) => title.replace(/ – .*/, ''));
  expect(found).toEqual(order.filter((title) => found.includes(title)));
  for (const title of ['Who waits for whom', 'Conditions', 'Cells', 'Appendix']) {
    expect(found).toContain(title);
  }
  const appendix = page.locator('main > section').last();
  await expect(appendix.getByRole('heading', { level: 3 })).toHaveText([
    'The tables of the reference microbenchmark',
    'Every figure, by its formula',
  ]);
  // A headline, a table and a picture of each place, before the contents.
  const parts = await page
    .locator('main > :is(section, nav)')
    .evaluateAll((all) =>
      all.map((each) => each.getAttribute('aria-labelledby') ?? each.ariaLabel),
    );
  expect(parts.slice(0, 3)).toEqual(['who-waits', 'Contents', expect.any(String)]);
  const answer = page.locator('section[aria-labelledby="who-waits"]');
  await expect(answer.locator('p.answer')).not.toHaveCount(0);
  await expect(answer.locator('figure > svg')).not.toHaveCount(0);
  await expect(answer.locator('table')).not.toHaveCount(0);
});

test('a figure has the numbers of its rounds for those who hover', async ({ page }) => {
  const figures = page.locator('td[title^="rounds: "]');
  await expect(figures).not.toHaveCount(0);
  const titles = await figures.evaluateAll((all) => all.map((cell) => cell.getAttribute('title')));
  // A figure of one round is that round’s.
  for (const title of titles) expect(title).toMatch(/^rounds: [^;]+(?:; [^;]+)+$/);
});

test('the timeline of the run is a picture under its conditions', async ({ page }) => {
  const timeline = page.locator('section[aria-labelledby="conditions"] #plot-timeline');
  await expect(timeline.locator('figcaption')).toContainText('over time');
  await expect(timeline.locator(':scope > svg > desc')).toContainText(
    /^\d+ cells of \d+ runs? in /,
  );
  await expect(timeline.locator(':scope > svg')).toBeVisible();
});

test('every plot can be seen, and read by those who do not see it', async ({ page }) => {
  const plots = await page.evaluate(() =>
    [...document.querySelectorAll('svg:not(svg svg)')].map((svg) => {
      const box = svg.getBoundingClientRect();
      const outside = [...svg.querySelectorAll('text')].filter((text) => {
        const { left, right, top, bottom, width } = text.getBoundingClientRect();
        // Half a pixel is a matter of rounding.
        const inside =
          left > box.left - 0.5 &&
          right < box.right + 0.5 &&
          top > box.top - 0.5 &&
          bottom < box.bottom + 0.5;
        return width > 0 && !inside;
      });
      return {
        title: svg.querySelector(':scope > title')?.textContent ?? '',
        described: (svg.querySelector(':scope > desc')?.textContent ?? '') !== '',
        image: svg.role === 'img',
        visible: svg.checkVisibility() && box.width > 100 && box.height > 20,
        drawn: svg.querySelectorAll('circle, line, path, rect, text').length > 2,
        outside: outside.map((text) => text.textContent),
      };
    }),
  );
  expect(plots.length).toBeGreaterThan(0);
  for (const { title, ...plot } of plots) {
    expect(title).not.toBe('');
    expect(plot, title).toEqual({
      described: true,
      image: true,
      visible: true,
      drawn: true,
      outside: [],
    });
  }
});

test('every link leads to one place in the page', async ({ page }) => {
  const { links, ids } = await page.evaluate(() => ({
    links: [...document.links].map((link) => link.getAttribute('href') ?? ''),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  }));
  expect(new Set(ids).size).toBe(ids.length);
  expect(links.length).toBeGreaterThan(100);
  const targets = new Set(ids.map((id) => `#${id}`));
  expect(links.filter((href) => !targets.has(href))).toEqual([]);
  // And the browser finds it there, and shows it.
  const missed = await page.evaluate(
    (hrefs) =>
      hrefs.filter((href) => {
        location.hash = href;
        const target = document.querySelector(':target');
        return target?.id !== href.slice(1) || !target.checkVisibility();
      }),
    [...new Set(links)],
  );
  expect(missed).toEqual([]);
});

test('every number of a table leads to a cell', async ({ page }) => {
  const figures = page.locator('table:not(.text) td');
  expect(await figures.count()).toBeGreaterThan(100);
  const unlinked = await figures.evaluateAll((cells) =>
    cells
      .filter(({ dataset, textContent }) => dataset['value'] !== '' && /\d/.test(textContent))
      .filter((cell) => !cell.querySelector('a[href^="#cell-"]')?.textContent?.match(/\d/))
      .map(
        (cell) =>
          `${cell.closest('section')?.querySelector('h3')?.textContent}: ${cell.textContent}`,
      ),
  );
  expect(unlinked).toEqual([]);
});

test.describe('on a telephone', () => {
  test.use({ viewport: PHONE });

  test('only tables are wider than the screen, and they scroll in themselves', async ({ page }) => {
    await openSamples(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    const regions = await page.locator('.scroll').evaluateAll((all) =>
      all
        .filter((region) => region.checkVisibility())
        .map((region) => {
          const wide = region.scrollWidth > region.clientWidth;
          const first = region.querySelector('tbody th:not([colspan])');
          region.scrollLeft = 10_000;
          return {
            name: region.getAttribute('aria-labelledby') ?? region.ariaLabel,
            wide,
            scrolls: region.scrollLeft > 0,
            fits: region.getBoundingClientRect().right <= innerWidth,
            // What does not move must leave room for what does.
            first: first ? first.getBoundingClientRect().width / region.clientWidth : 0,
          };
        }),
    );
    expect(regions.filter(({ wide }) => wide).length).toBeGreaterThan(10);
    for (const { name, wide, scrolls, fits, first } of regions) {
      expect({ wide, scrolls, fits }, name ?? '').toEqual({ wide, scrolls: wide, fits: true });
      expect(first, `first column of ${name}`).toBeLessThan(0.5);
    }
  });

  test('two columns of figures stand beside the first', async ({ page }) => {
    const tables = page.locator('.scroll:has(td[data-value] a)').filter({ visible: true });
    const shares = await tables.evaluateAll((all) =>
      all.map((region) => {
        const columns = [...region.querySelectorAll('thead th')].slice(0, 3);
        const taken = columns.reduce((sum, each) => sum + each.getBoundingClientRect().width, 0);
        return { name: region.getAttribute('aria-labelledby'), share: taken / region.clientWidth };
      }),
    );
    expect(shares.length).toBeGreaterThan(10);
    expect(shares.filter(({ share }) => share > 1)).toEqual([]);
  });
});

test('the keyboard reaches everything, in the order of the page', async ({ page }) => {
  await page.keyboard.press('Tab');
  const skip = page.locator('.skip');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);

  // From there on as often as a test may take: each stop is after the last one, and can be seen.
  for (let stop = 0; stop < 60; stop += 1) {
    const state = await page.evaluate(() => {
      const last = document.querySelector('[data-last]');
      const now = document.activeElement;
      if (!now) return null;
      last?.removeAttribute('data-last');
      now.setAttribute('data-last', '');
      const position = last?.compareDocumentPosition(now) ?? Node.DOCUMENT_POSITION_FOLLOWING;
      const outlines = [null, '::before'].map((part) => getComputedStyle(now, part).outlineStyle);
      return {
        after: (position & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
        outlined: outlines.some((style) => style !== 'none'),
      };
    });
    expect(state, `stop ${stop}`).toEqual({ after: true, outlined: true });
    await page.keyboard.press('Tab');
  }

  const unreached = await page.locator('a[href], button, summary, .scroll').evaluateAll((all) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the selector names the element
    (all as HTMLElement[])
      .filter((each) => each.checkVisibility())
      .filter((each) => (each.focus(), each.tabIndex !== 0 || document.activeElement !== each))
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );
  expect(unreached).toEqual([]);
});

test.describe('printed by a reader who prefers dark', () => {
  // A4 across, less its margins.
  test.use({ colorScheme: 'dark', viewport: { width: 1047, height: 700 } });

  test('is light, whole and within the paper', async ({ page }) => {
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ media: 'print' });
    const colours = await page.evaluate(() => {
      const plot = document.querySelector('svg');
      return {
        paper: getComputedStyle(document.body).backgroundColor,
        ink: getComputedStyle(document.body).color,
        plot: plot ? getComputedStyle(plot).fill : null,
        scheme: getComputedStyle(document.documentElement).colorScheme,
      };
    });
    expect(colours).toEqual({
      paper: 'rgb(255, 255, 255)',
      ink: 'rgb(27, 31, 36)',
      plot: 'rgb(27, 31, 36)',
      scheme: 'light',
    });
    expect(dark).not.toBe(colours.paper);

    const hidden = await page
      .locator('h1, h2, h3, p, dd, li, td, th, svg:not(svg svg)')
      .evaluateAll((all) =>
        all
          .filter((each) => !each.closest('.cell, nav, .unseen'))
          .filter((each) => !each.checkVisibility({ contentVisibilityAuto: true }))
          .map(({ outerHTML }) => outerHTML.slice(0, 100)),
      );
    expect(hidden).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1047);
    const cut = await page
      .locator('.scroll')
      .evaluateAll(
        (all) => all.filter((each) => getComputedStyle(each).overflowX !== 'visible').length,
      );
    expect(cut).toBe(0);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('all can be read, and nothing is there that does nothing', async ({ page }) => {
    await expect(page.locator('button')).toHaveCount(0);
    await expect(page.locator('thead th').first()).not.toHaveText('');
    const number = page.locator('td[data-value] a[href^="#cell-"]').first();
    const target = await number.getAttribute('href');
    await number.click();
    const card = page.locator('.cell:target');
    expect(`#${await card.getAttribute('id')}`).toBe(target);
    await expect(card).toBeInViewport();
    await expect(card).toContainText('pnpm bench ');
    await card.locator('summary').click();
    await expect(card.locator('.samples')).toContainText('in samples.ndjson of the run');
  });
});
