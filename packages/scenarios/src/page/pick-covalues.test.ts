import type { CoValueSummary } from '@holbench/protocol/covalue';
import { expect, test } from 'vitest';
import { pickCoValues, withFilesOf } from './pick-covalues.ts';

const file = { bytes: 1, sha256: '0'.repeat(64), xxh64: '0'.repeat(16) };
const list: CoValueSummary[] = Array.from({ length: 100 }, (_, index) => ({
  id: `co_${String(index).padStart(16, '0')}`,
  lastUpdated: 0,
  author: 'a',
  title: 't',
  file: index % 2 ? file : null,
}));

test('picks different CoValues, the same for the same seed', () => {
  const picked = pickCoValues(list, 'text', 4, 30);
  expect(new Set(picked).size).toBe(30);
  expect(pickCoValues(list, 'text', 4, 30)).toEqual(picked);
  expect(pickCoValues(list, 'text', 5, 30)).not.toEqual(picked);
});

test('picks those with a file for binary', () => {
  const withFile = new Set(list.filter((each) => each.file).map(({ id }) => id));
  expect(pickCoValues(list, 'binary', 4, 50).every((id) => withFile.has(id))).toBe(true);
});

test('throws rather than load one twice', () => {
  expect(() => pickCoValues(list, 'binary', 4, 51)).toThrow('51 binary CoValues wanted');
});

test('takes files of the size where there are enough, else any', () => {
  const large = list.map((each, index) =>
    index < 10 ? { ...each, file: { ...file, bytes: 9 } } : each,
  );
  expect(withFilesOf(large, 9, 10)).toEqual(large.slice(0, 10));
  expect(withFilesOf(large, 9, 11)).toBe(large);
});
