import { byId, element } from '@holbench/client/page/element';
import type { OverviewRow, ReplayIndex } from '../../../src/race/race.ts';
import { mainRows } from './summary-text.ts';

const HEADER = ['Transport', 'alone', 'beside the transfer', 'wait from sharing the connection'];
const ABOUT =
  'Median wait of a small message, alone and on the connection of the transfer. Wait from sharing the connection: how much longer it waits because it shares that connection, and not only the network; in brackets the interval.';
const BULK = 'Over HTTP/1.1 six files at a time take all connections that a browser opens.';

/** Fills the table of all rounds: first what is shipped and the best of each variant, then the rest on demand. */
export function fillOverview(
  table: HTMLTableElement,
  rows: readonly OverviewRow[],
  flags: ReplayIndex['flags'],
): void {
  const most = Math.max(1, ...rows.map(({ delayMs }) => delayMs ?? 0));
  const main = mainRows(rows);
  const all = rows.map((row) => ({ isMain: main.has(row), shown: rowOf(row, most) }));
  const rest = all.flatMap(({ isMain, shown }) => (isMain ? [] : [shown]));
  const explained = flags.flatMap(({ flag, help }) => [
    ' ',
    element('code', {}, `--${flag}`),
    `: ${help}.`,
  ]);
  const isBulk = rows.some(({ settings }) => /--bulk \d/.test(settings));
  table.replaceChildren(
    element('caption', {}, ABOUT, ...explained, isBulk ? ` ${BULK}` : ''),
    element(
      'thead',
      {},
      element('tr', {}, ...HEADER.map((text) => element('th', { scope: 'col' }, text))),
    ),
    element('tbody', {}, ...all.map(({ shown }) => shown)),
  );
  const more = byId('all-rows', HTMLButtonElement);
  more.textContent = `All ${rows.length} settings`;
  more.hidden = rest.length === 0;
  for (const row of rest) row.hidden = true;
  more.onclick = () => {
    more.hidden = true;
    for (const row of rest) row.hidden = false;
  };
}

function rowOf(
  { code, title, variant, settings, colour, ...of }: OverviewRow,
  mostMs: number,
): HTMLElement {
  const bar = element('span', { class: 'delay', 'aria-hidden': 'true' });
  bar.style.width = `${(100 * Math.max(0, of.delayMs ?? 0)) / mostMs}%`;
  bar.style.background = colour;
  const own = settings === '' ? [] : [' ', element('code', {}, settings)];
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      `${code} ${title}`,
      element('small', {}, ` ${variant}`),
      ...own,
    ),
    element('td', { 'data-label': HEADER[1] ?? '' }, of.alone),
    element('td', { 'data-label': HEADER[2] ?? '' }, of.beside),
    element('td', { 'data-label': HEADER[3] ?? '' }, of.delay, bar),
  );
}
