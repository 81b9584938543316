import { expect, test } from 'vitest';
import type { OverviewRow } from '../../../src/race/race.ts';
import { mainRows } from './overview-table.ts';

function row(variant: string, settings: string, delayMs: number | null): OverviewRow {
  const delay = delayMs === null ? 'none' : `${delayMs} ms (1–2; 6 rounds)`;
  const of = { code: 'A1', title: variant.toUpperCase(), colour: '#000000' };
  return { ...of, variant, settings, alone: '1 ms', beside: '2 ms', delay, delayMs };
}

const rows = [
  row('quic', '', 80),
  row('ws', '--a 1 --b 2', 118),
  row('ws', '--a 1', 320),
  row('ws', '', 490),
  row('h2', '', 900),
  row('h1', '', null),
];

test('rows as shipped and the best of each variant come first', () => {
  const shown = rows.filter((each) => mainRows(rows).has(each));
  expect(shown.map(({ variant, settings }) => `${variant} ${settings}`)).toEqual([
    'quic ',
    'ws --a 1 --b 2',
    'ws ',
    'h2 ',
    'h1 ',
  ]);
});
