import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

// Node.js 24 has neither `fromBase64` nor `toBase64`: this is how browsers without them do it.
// Chromium's own are met by the conformance suite.

test.each([0, 1, 2, 3, 8_192, 100_001])('%i bytes come back, as Node.js writes them', (length) => {
  const bytes = Uint8Array.from({ length }, (_, position) => position % 256);
  const data = toBase64(bytes);
  expect(data).toBe(Buffer.from(bytes).toString('base64'));
  expect(Buffer.compare(fromBase64(data), bytes)).toBe(0);
});

test.each(['A', '!!!!', 'AA=A'])('refuses %j', (data) => {
  expect(() => fromBase64(data)).toThrow(expect.anything());
});
