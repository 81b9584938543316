import { element } from '@holbench/client/page/element';
import type { RaceLane, RaceMessage } from '../../../src/race/race.ts';

/** Bytes of the transfer that a square stands for. */
const SQUARE_BYTES = 10_000;
/** More would be a carpet. */
const MOST_SQUARES = 120;

/** The bytes of the transfer that were in front of a message, a square for each 10 kB, and the message. */
export function blocksPicture(
  { ahead }: RaceMessage,
  { protocol }: Pick<RaceLane, 'protocol'>,
  waited: boolean,
): HTMLElement {
  const all = ahead?.deliveredBytes ?? 0;
  const unsent = Math.min(all, ahead?.unsentBytes ?? 0);
  const queued = Math.min(all, ahead?.queuedBytes ?? 0);
  const groups = [
    ['flight', Math.max(0, queued - unsent), 'on their way, not acknowledged'],
    ['buffer', unsent, 'in the send buffer'],
    [
      'program',
      Math.max(0, all - queued),
      queued === 0 ? 'delivered before it' : 'not yet taken by the kernel',
    ],
  ] as const;
  const squares = groups.flatMap(([name, bytes, words]) =>
    Array.from({ length: Math.round(bytes / SQUARE_BYTES) }, () =>
      element('span', { class: `square ${name}`, title: words }),
    ),
  );
  const shown = squares.slice(0, MOST_SQUARES);
  const more = squares.length - shown.length;
  const message = element(
    'span',
    { class: waited ? 'square message stopped' : 'square message' },
    'M',
  );
  const ownStream = protocol === 'h3' || protocol === 'webtransport' || protocol === 'http/1.1';
  const rest = more > 0 ? [element('span', {}, ` and ${more} more`)] : [];
  const kB = Math.round(all / 1_000);
  const told = groups
    .filter(([, bytes]) => bytes >= SQUARE_BYTES / 2)
    .map(([, bytes, words]) => `${Math.round(bytes / 1_000)} kB ${words}`);
  const label = `${kB} kB of the transfer were delivered before the message${told.length === 0 ? '' : `: ${told.join(', ')}`}`;
  const rows = ownStream
    ? [
        row('transfer', [...shown, ...rest]),
        row(
          protocol === 'http/1.1' ? 'message, another connection' : 'message, a stream of its own',
          [message],
        ),
      ]
    : [row('one order', [...shown, ...rest, message])];
  return element(
    'figure',
    { class: 'blocks' },
    ...rows,
    element('figcaption', {}, `${label}. One square is 10 kB.`),
  );
}

function row(name: string, squares: readonly Node[]): HTMLElement {
  return element(
    'div',
    { class: 'stream' },
    element('span', { class: 'note' }, name),
    element('div', { class: 'squares' }, ...squares),
  );
}
