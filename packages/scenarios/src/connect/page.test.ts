import { afterEach, expect, test, vi } from 'vitest';
import { setUp } from './page.ts';

afterEach(() => vi.unstubAllGlobals());

const READY = { ready: { atMs: 700, bytes: 100, protocol: 'h3' } };

/** What the browser says of the page's own navigation, in ms. */
function navigation(timing: { requestStart: number; connectEnd: number }): void {
  const getEntriesByType = () => [{ ...timing, responseStart: 220 }];
  vi.stubGlobal('performance', { timeOrigin: 1_000, getEntriesByType });
}

test('a cold set-up is the time to the first byte, and to the first message', () => {
  navigation({ connectEnd: 110, requestStart: 111 });
  const [byte, message] = setUp(READY, { user: 3, returning: false });
  expect(byte).toMatchObject({
    label: 'setup-first-byte',
    user: 3,
    intendedAtMs: 1_000,
    outcome: { status: 'ok', durationMs: 220, bytes: 0, protocol: 'h3' },
  });
  expect(message).toMatchObject({
    label: 'setup-first-message',
    outcome: { durationMs: 700, bytes: 100 },
  });
});

test.each([
  { connectEnd: 110, requestStart: 111, from: 'resumed' },
  // A connection that was ready before the navigation asked for it: all its times are one.
  { connectEnd: 2, requestStart: 2, from: 'resumed' },
  { connectEnd: 104, requestStart: 3, from: '0rtt' },
])('a returning user whose request is sent at $requestStart ms: $from', (timing) => {
  navigation(timing);
  const labels = setUp(READY, { user: 0, returning: true }).map(({ label }) => label);
  expect(labels).toEqual([`setup-${timing.from}-first-byte`, `setup-${timing.from}-first-message`]);
});
