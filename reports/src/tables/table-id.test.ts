import { expect, test } from 'vitest';
import { tableId } from './table-id.ts';

test('a table’s id names its place; the network only where there are several', () => {
  const place = { network: 'reference-4g+loss=2%', scenario: 'download', kind: 'text' } as const;
  expect(tableId(place, 1)).toBe('table-download-text');
  expect(tableId(place, 2)).toBe('table-download-text-reference-4g+loss=2_pct');
});
