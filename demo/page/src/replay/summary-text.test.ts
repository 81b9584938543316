import { expect, test } from 'vitest';
import type { OverviewRow } from '../../../src/race/race.ts';
import { mainRows, summaryText } from './summary-text.ts';

function row(
  variant: string,
  settings: string,
  delayMs: number | null,
  lostMs: number | null = null,
): OverviewRow {
  const delay = delayMs === null ? 'none' : `${delayMs} ms (1–2; 6 rounds)`;
  const of = { code: 'A1', title: variant.toUpperCase(), colour: '#000000' };
  return { ...of, variant, settings, alone: '1 ms', beside: '2 ms', delay, delayMs, lostMs };
}

const rows = [
  row('quic', '', 80),
  row('ws', '--a 1 --b 2', 118),
  row('ws', '--a 1', 320),
  row('ws', '', 490),
  row('h2', '', 900),
  row('h1', '', null),
];

test('least and most as shipped, then what settings change', () => {
  expect(summaryText(rows)).toBe(
    'As shipped, a small message waits least with QUIC (80 ms longer), and most with H2 (900 ms longer). With the best of the settings: ws 118 ms instead of 490 ms.',
  );
});

test('what lost packets cost is said where it was recorded', () => {
  expect(summaryText([row('quic', '', 80, 0.2), row('ws', '', 490, 5.4)])).toMatch(
    / Waiting for lost packets is at most 5 ms of it \(mean over rounds\)\.$/,
  );
});

test('one variant alone says nothing', () => {
  expect(summaryText(rows.slice(0, 1))).toBe('');
});

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
