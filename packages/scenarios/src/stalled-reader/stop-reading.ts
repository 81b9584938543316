import type { Page } from 'playwright-core';

/**
 * Makes a page stop reading without CPU time: an unanswered modal dialog holds its main thread,
 * like a tab that hangs. Events pile up in Chromium's network service, then in the kernels'
 * buffers, then in the server.
 * @returns a function that answers the dialog; the page then reads on.
 */
export async function stopReading(page: Page): Promise<() => Promise<void>> {
  // With a listener, Playwright leaves the dialog open.
  const opened = page.waitForEvent('dialog');
  const answered = page.evaluate(() => window.alert('reads no more'));
  // The page may be closed under its dialog.
  answered.catch(() => {});
  const dialog = await opened;
  return async () => {
    await dialog.dismiss();
    await answered;
  };
}
