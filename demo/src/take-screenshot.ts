import { join } from 'node:path';
import { type BrowserOptions, launchBrowser } from '@holbench/harness/browser';
import { PROJECT_ROOT } from '@holbench/process/project-root';
import type { NetworkSide } from '@holbench/process/network-side';

export const LOG_FOLDER = join(PROJECT_ROOT, '.cache/demo');

export type Opening = Pick<BrowserOptions, 'tools' | 'forceQuic'> & { readonly place: NetworkSide };

/** Writes a picture of the page. */
export async function takeScreenshot(
  address: string,
  path: string,
  options: Opening,
): Promise<void> {
  await using running = await launchBrowser({ ...options, logFolder: LOG_FOLDER });
  const page = await running.browser.newPage({
    viewport: { width: 1440, height: 900 },
  });
  await page.goto(address);
  await page.locator('.lane').first().waitFor();
  await page.screenshot({ path, fullPage: true });
  for (const lane of await page.locator('.lane').all()) {
    const [name, added, bad] = await Promise.all(
      ['h3', '.added', '.bad'].map((part) => lane.locator(part).textContent()),
    );
    console.log(`${name}: ${bad || `${added} longer beside the transfer`}`);
  }
  console.log(path);
}
