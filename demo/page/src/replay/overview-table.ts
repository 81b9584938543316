import { byId, element } from '@holbench/client/page/element';
import type { DemoIndex, OverviewRow } from '../../../src/race/race.ts';

const COLUMNS = ['alone', 'beside the transfer'] as const;
const ABOUT =
  'Median wait of a small message on a connection, alone and in the first seconds of its transfer: geometric means over connections. Added wait: how much longer it waits beside the transfer; in brackets the interval.';

/** Fills the table of all connections: first what is shipped and the best of each variant, then the rest on demand. */
export function fillOverview(
  table: HTMLTableElement,
  { rows, delay }: Pick<DemoIndex['places'][number], 'rows' | 'delay'>,
  flags: DemoIndex['flags'],
): void {
  const most = Math.max(1, ...rows.map(({ delayMs }) => delayMs ?? 0));
  const main = mainRows(rows);
  const header = ['Transport', ...COLUMNS, delay];
  const all = rows.map((row) => ({ isMain: main.has(row), shown: rowOf(row, delay, most) }));
  const rest = all.flatMap(({ isMain, shown }) => (isMain ? [] : [shown]));
  const explained = flags.flatMap(({ flag, help }) => [
    ' ',
    element('code', {}, `--${flag}`),
    `: ${help}.`,
  ]);
  table.replaceChildren(
    element('caption', {}, ABOUT, ...explained),
    element(
      'thead',
      {},
      element('tr', {}, ...header.map((text) => element('th', { scope: 'col' }, text))),
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
  delayTitle: string,
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
    element('td', { 'data-label': COLUMNS[0] }, of.alone),
    element('td', { 'data-label': COLUMNS[1] }, of.beside),
    element('td', { 'data-label': delayTitle }, of.delay, bar),
  );
}

/** Of each variant the row as shipped, and the one with the shortest delay. */
export function mainRows(rows: readonly OverviewRow[]): ReadonlySet<OverviewRow> {
  const shipped = rows.filter(({ settings }) => settings === '');
  return new Set([...shipped, ...shipped.map((own) => bestOf(rows, own))]);
}

function bestOf(rows: readonly OverviewRow[], own: OverviewRow): OverviewRow {
  const delay = ({ delayMs }: OverviewRow) => delayMs ?? Infinity;
  return rows
    .filter(({ variant }) => variant === own.variant)
    .reduce((best, each) => (delay(each) < delay(best) ? each : best), own);
}
