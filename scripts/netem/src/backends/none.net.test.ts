import { expect, test } from 'vitest';
import { acceptBackend } from './acceptance/accept-backend.ts';
import { noneBackend } from './none.ts';
import { PLAIN_PROFILE } from './plain-profile.ts';

await acceptBackend(noneBackend);

test('a cable does what has no rate, delay or loss, and nothing else', () => {
  expect(noneBackend.whyUnsupported(PLAIN_PROFILE)).toBeNull();
  const slow = { ...PLAIN_PROFILE, up: { ...PLAIN_PROFILE.up, delayMs: 1 } };
  expect(noneBackend.whyUnsupported(slow)).toMatch(/no rate, delay or loss/);
});
