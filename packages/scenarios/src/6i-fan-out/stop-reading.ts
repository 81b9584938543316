import type { Page } from 'playwright-core';

/**
 * Makes a page read no more, at no cost of CPU: a modal dialog that nobody answers holds its main
 * thread, where events arrive, as a tab that hangs would. What is on its way piles up in Chromium's
 * network service, then in the kernels' buffers, then in the server.
 * @returns what answers the dialog; the page then reads on where it was.
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
