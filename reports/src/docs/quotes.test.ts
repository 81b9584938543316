import { expect, test } from 'vitest';
import { addressesIn } from './addresses.ts';
import { namesIn, withoutQuotes, withQuotes } from './quotes.ts';

const quoted = new Map([['wait', { text: () => '0.59 s' }]]);

test('what stands between the comments is replaced, and all else is kept', () => {
  const text = 'a <!--wait-->0.1 s<!--/--> b <!-- a remark --> <!--wait--><!--/-->';
  expect(withQuotes(text, { path: 'A.md', quoted })).toBe(
    'a <!--wait-->0.59 s<!--/--> b <!-- a remark --> <!--wait-->0.59 s<!--/-->',
  );
  expect(namesIn(text)).toEqual(['wait', 'wait']);
  expect(withoutQuotes(text)).toBe('a  b <!-- a remark --> ');
});

test.each([
  ['<!--other-->1 s<!--/-->', 'A.md: docs/quotes.yaml has no "other"'],
  ['<!--wait-->1 s', 'A.md: <!--wait--> belongs to no pair of comments'],
  ['1 s<!--/-->', 'A.md: <!--/--> belongs to no pair of comments'],
  ['<!--wait--><!--wait-->1 s<!--/-->', 'A.md: <!--wait--> belongs to no pair of comments'],
])('%s is refused', (text, message) => {
  expect(() => withQuotes(text, { path: 'A.md', quoted })).toThrow(message);
});

test.each([
  ['run:\n  a: chart; x', 'docs/quotes.yaml: a is none of table, figure'],
  ['run:\n  A: table; x', 'docs/quotes.yaml: A is no name'],
  ['run:\n  a: table; x\nother:\n  a: table; y', 'docs/quotes.yaml: a stands in two runs'],
  ['run: 1', 'docs/quotes.yaml: '],
  ['run: [', 'docs/quotes.yaml: '],
])('%j is refused', (text, message) => {
  expect(() => addressesIn(text)).toThrow(message);
});
