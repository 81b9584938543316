import { expect, test } from 'vitest';
import { readStamp, stampTitle } from './mutation-stamp.ts';

test('reads what it wrote, to the microsecond', () => {
  const stamp = { index: 12, intendedAtMs: 1_790_000_000_123.456 };
  expect(stampTitle(stamp)).toBe('mutation 12 at 1790000000123.456');
  expect(readStamp(stampTitle(stamp))).toEqual(stamp);
});

test.each([undefined, '', 'Handcrafted Bacon', 'mutation x at 5', 'mutation 1 at 5 or so'])(
  'reads no stamp in %j',
  (title) => expect(readStamp(title)).toBeNull(),
);
