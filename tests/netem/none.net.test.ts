import { noneBackend } from '@holbench/netem/backends/none';
import { PLAIN_PROFILE } from '@holbench/netem/backends/plain-profile';
import { expect, test } from 'vitest';
import { acceptBackend } from './accept-backend.ts';

await acceptBackend(noneBackend);

test('a cable does what has no rate, delay or loss, and nothing else', () => {
  expect(noneBackend.whyUnsupported(PLAIN_PROFILE)).toBeNull();
  const slow = { ...PLAIN_PROFILE, up: { ...PLAIN_PROFILE.up, delayMs: 1 } };
  expect(noneBackend.whyUnsupported(slow)).toMatch(/no rate, delay or loss/);
});
