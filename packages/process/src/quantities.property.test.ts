import { PROPERTY } from '@holbench/test-support/property';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatSize, parseDuration, parseSeconds, parseSize } from './quantities.ts';
import { UserError } from './user-error.ts';

const RANGE = { least: 0, most: 2 ** 40 };

test('a size is read as it was written', () => {
  const property = fc.property(fc.integer({ min: 0, max: 2 ** 39 }), (bytes) => {
    expect(parseSize(formatSize(bytes), '--size', RANGE)).toBe(bytes);
  });
  fc.assert(property, PROPERTY);
});

test('any text is a quantity within its range, or a mistake that is quoted', () => {
  const number = fc.oneof(fc.nat().map(String), fc.float({ noNaN: true }).map(String));
  const unit = fc.constantFrom('', 'k', 'KiB', 'mib', 'G', 'us', 'ms', 's', '%', 'e3');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(number, unit).map((parts) => parts.join('')),
  );
  const parser = fc.constantFrom(parseSize, parseDuration, parseSeconds);
  const range = fc.constantFrom(RANGE, { least: 1, most: 5_000 });
  const property = fc.property(parser, text, range, (parse, text, range) => {
    try {
      const value = parse(text, '--option', range);
      expect(value).toBeGreaterThanOrEqual(range.least);
      expect(value).toBeLessThanOrEqual(range.most);
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      expect(String(error)).toContain(`--option: '${text}' is not a`);
    }
  });
  fc.assert(property, PROPERTY);
});
