import { expect, test } from 'vitest';
import { tableId } from './table-id.ts';

const place = { network: '4g+loss=2%', scenario: '6i', kind: 'text', fanOut: 10 } as const;

test('a table’s id names its place; the network only where there are several', () => {
  expect(tableId({ ...place, scenario: '4f', fanOut: null }, 1)).toBe('table-4f-text');
  expect(tableId(place, 2)).toBe('table-6i-text-10-4g+loss=2_pct');
});
