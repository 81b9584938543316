import { element } from '@holbench/client/page/element';
import type { Orders } from './orders.ts';
import { type MessageMoment, type Station, STATIONS } from './stations.ts';

/** Bytes of the transfer that a square stands for. */
const SQUARE_BYTES = 10_000;
/** More would be a carpet. */
const MOST_SQUARES = 60;

const NAMES = Object.entries(STATIONS);

/** The stations of a message's path, in a row for each order, with the message where it is, and what is in front of it. */
export class StationsPicture {
  readonly element: HTMLElement;
  readonly #message = element('span', { class: 'square message' }, 'M');
  readonly #lost = element('span', { class: 'square lost' }, '×');
  readonly #rows: readonly ReadonlyMap<string, HTMLElement>[];

  constructor(orders: Orders) {
    const rows = orders.map((order) => {
      const places = NAMES.map(([station, name]) => {
        const place = element('div', { class: 'squares' });
        const cell = element('div', { class: 'station' }, element('span', {}, name), place);
        return { station, place, cell };
      });
      return {
        places: new Map(places.map(({ station, place }) => [station, place])),
        elements: [
          element('p', { class: 'order' }, order),
          element('div', { class: 'stations' }, ...places.map(({ cell }) => cell)),
        ],
      };
    });
    this.#rows = rows.map(({ places }) => places);
    this.element = element(
      'div',
      { class: 'orders', 'aria-hidden': 'true' },
      ...rows.flatMap(({ elements }) => elements),
    );
  }

  show({ station, ahead, lost }: MessageMoment): void {
    const [ofTransfer, ofMessage] = [this.#rows[0], this.#rows.at(-1)];
    for (const [name, place] of ofTransfer ?? []) {
      const bytes = isFilled(name) ? ahead[name] : 0;
      fill(place, name, Math.round(bytes / SQUARE_BYTES));
    }
    this.#message.classList.toggle('stopped', station === 'held');
    ofMessage?.get(station)?.append(this.#message);
    this.#lost.remove();
    if (lost !== null)
      (lost === 'message' ? ofMessage : ofTransfer)?.get('link')?.append(this.#lost);
  }
}

/** What a lost packet (×) holds back now; '' where none does. */
export function lostText({ lost }: Pick<MessageMoment, 'lost'>, orders: Orders): string {
  if (lost === null) return '';
  if (lost === 'transfer') return 'A packet of another stream was lost (×). The message passes it.';
  return orders.length === 1
    ? 'A packet was lost (×). Until it is sent again, nothing behind it is given to the page, of the transfer and of the message.'
    : 'A packet of the message was lost (×). Other streams do not wait for it.';
}

/** `133 kB in front of it: 23 kB on the link, 42 kB in the send buffer, 68 kB in the sender’s program.` */
export function aheadText({ ahead }: Pick<MessageMoment, 'ahead'>): string {
  const told = (['link', 'buffer', 'program'] as const)
    .filter((name) => ahead[name] >= SQUARE_BYTES / 2)
    .map((name) => `${kilobytes(ahead[name])} kB ${WHERE[name]}`);
  const all = ahead.link + ahead.buffer + ahead.program;
  return told.length === 0
    ? 'Nothing of the transfer is in front of it.'
    : `${kilobytes(all)} kB of the transfer are in front of it: ${told.join(', ')}.`;
}

const WHERE = {
  link: 'under way',
  buffer: 'in the send buffer',
  program: 'in the sender’s program',
} as const satisfies Partial<Record<Station, string>>;

function isFilled(name: string): name is keyof MessageMoment['ahead'] {
  return Object.hasOwn(WHERE, name);
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1_000);
}

/** Squares that stay are kept, so that a frame changes little. */
function fill(place: HTMLElement, name: string, count: number): void {
  const squares = place.querySelectorAll('.square:not(.message, .lost)');
  const shown = Math.min(MOST_SQUARES, count);
  for (const square of [...squares].slice(shown)) square.remove();
  for (let index = squares.length; index < shown; index += 1) {
    place.prepend(element('span', { class: `square ${name}` }));
  }
}
