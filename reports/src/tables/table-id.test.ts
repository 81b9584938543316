import { expect, test } from 'vitest';
import { tableId } from './table-id.ts';

const place = {
  network: 'reference-4g+loss=2%',
  scenario: 'stalled-reader',
  kind: 'text',
  fanOut: 10,
} as const;

test('a table’s id names its place; the network only where there are several', () => {
  expect(tableId({ ...place, scenario: 'download', fanOut: null }, 1)).toBe('table-download-text');
  expect(tableId(place, 2)).toBe('table-stalled-reader-text-10-reference-4g+loss=2_pct');
});
