import { messageOf } from '@holbench/process/user-error';
import { errors, type Page } from 'playwright-core';

/** Time limit of a page or a request, in milliseconds. */
export const PAGE_TIMEOUT_MS = 10_000;

/** Errors in the console: browsers hide the cause of a failure from the page. */
export function errorsOf(page: Page): () => string {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') messages.push(message.text());
  });
  return () => messages.join('; ');
}

/** Opens a page. @returns null, or the message of the error. @throws Error when nothing came in time. */
export async function open(page: Page, url: string): Promise<string | null> {
  try {
    await page.goto(url, { timeout: PAGE_TIMEOUT_MS });
    return null;
  } catch (error) {
    if (error instanceof errors.TimeoutError) throw error;
    // Playwright's own log follows.
    return messageOf(error).split('\n')[0] ?? 'no message';
  }
}

/** Fetches the page itself `times` times, one after the other. @returns the protocol of each. */
export async function fetchProtocols(page: Page, times: number): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const used = [];
    for (let time = 0; time < ${times}; time += 1) {
      const url = new URL('/?' + crypto.randomUUID(), location.href).href;
      await (await fetch(url, { cache: 'no-store' })).text();
      used.push(performance.getEntriesByName(url)[0]?.nextHopProtocol || 'unknown');
    }
    return used;
  })()`);
}

/** The protocol of the page itself. */
export async function pageProtocol(page: Page): Promise<string> {
  return page.evaluate<string>(
    `performance.getEntriesByType('navigation')[0].nextHopProtocol || 'unknown'`,
  );
}

/**
 * Opens a WebSocket. @returns `opened`, or `closed with code 1006`.
 * @throws Error when nothing came in time.
 */
export async function openWebSocket(page: Page, url: string): Promise<string> {
  return page.evaluate<string>(`new Promise((resolve, reject) => {
    const socket = new WebSocket(${JSON.stringify(url)});
    socket.onopen = () => resolve('opened');
    socket.onclose = ({ code }) => resolve('closed with code ' + code);
    setTimeout(() => reject(new Error('nothing in ${PAGE_TIMEOUT_MS / 1_000} s')), ${PAGE_TIMEOUT_MS});
  })`);
}
