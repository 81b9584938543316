import { launchBrowser } from '../browser.ts';

/** Whether a window can be opened here. */
export function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform === 'darwin' || Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY);
}

export interface OpenWindow extends AsyncDisposable {
  /** Resolves when somebody has closed it. */
  readonly closed: Promise<void>;
}

/** Opens a page in a window of its own. */
export async function openWindow(
  address: string,
  options: Omit<Parameters<typeof launchBrowser>[0], 'headless'>,
): Promise<OpenWindow> {
  await using stack = new AsyncDisposableStack();
  const running = stack.use(await launchBrowser({ ...options, headless: false }));
  const page = await running.browser.newPage({ viewport: null });
  const closed = new Promise<void>((resolve) => {
    page.once('close', () => resolve());
    running.browser.once('disconnected', () => resolve());
  });
  await page.goto(address);
  const kept = stack.move();
  return { closed, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
