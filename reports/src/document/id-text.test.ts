import { expect, test } from 'vitest';
import { cellAnchor } from './anchors.ts';
import { idText } from './id-text.ts';

test('what a link or a file name may hold stays', () => {
  expect(idText('reference-4g+delay=2.5ms')).toBe('reference-4g+delay=2.5ms');
  expect(idText('reference-4g+loss=1%')).toBe('reference-4g+loss=1_pct');
});

test('different texts stay different', () => {
  const percent = ['loss=1%', 'loss=1-', 'loss=1pct', 'loss=1_pct', 'loss=1%25', 'loss=1', '%'];
  const space = ['a b', 'a-b', 'a_b', 'a_20_b', 'a/b', 'a\\b', 'a  b'];
  const unicode = ['ä', 'a\u0308', '💥', '\ud83d', ''];
  const texts = [...percent, ...space, ...unicode];
  expect(new Set(texts.map(idText)).size).toBe(texts.length);
  for (const text of texts) expect(idText(text)).toMatch(/^[\w.=+-]*$/);
});

test('an anchor is the id of its cell, readable', () => {
  expect(cellAnchor('reference-4g/node-http2/download-text/1')).toBe(
    'cell-reference-4g/node-http2/download-text/1',
  );
  expect(cellAnchor('reference-4g+loss=1%/node-http2/download-text+http2-write=16k/1')).toBe(
    'cell-reference-4g+loss=1_pct/node-http2/download-text+http2-write=16k/1',
  );
  expect(cellAnchor('a/b')).not.toBe(cellAnchor('a-b'));
});
