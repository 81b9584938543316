/** Whether a failure is that of a page whose renderer ended, in Playwright's words. */
export function isPageCrash(message: string): boolean {
  return /: (Page|Target) crashed/.test(message);
}
