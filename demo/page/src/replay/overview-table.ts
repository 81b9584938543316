import { element } from '@holbench/client/page/element';
import type { OverviewRow } from '../../../src/race/race.ts';

const HEADER = ['Transport', 'alone', 'beside the transfer', 'HOLB delay'];
const ABOUT =
  'Median wait of a small message, alone and on the connection of the transfer. HOLB delay: how much longer it waits because it shares that connection, and not only the network; in brackets the interval.';
const BULK =
  '--bulk 6: six files at a time. Over HTTP/1.1 they take all connections that a browser opens.';

/** Fills the table of all rounds. */
export function fillOverview(table: HTMLTableElement, rows: readonly OverviewRow[]): void {
  const most = Math.max(1, ...rows.map(({ delayMs }) => delayMs ?? 0));
  table.replaceChildren(
    element(
      'caption',
      {},
      rows.some(({ settings }) => /--bulk \d/.test(settings)) ? `${ABOUT} ${BULK}` : ABOUT,
    ),
    element(
      'thead',
      {},
      element('tr', {}, ...HEADER.map((text) => element('th', { scope: 'col' }, text))),
    ),
    element('tbody', {}, ...rows.map((row) => rowOf(row, most))),
  );
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
    element('td', {}, of.alone),
    element('td', {}, of.beside),
    element('td', {}, of.delay, bar),
  );
}
