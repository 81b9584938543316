import { element } from '@holbench/client/page/element';
import { type MessageMoment, type Station, STATIONS } from './stations.ts';

/** Bytes of the transfer that a square stands for. */
const SQUARE_BYTES = 10_000;
/** More would be a carpet. */
const MOST_SQUARES = 60;

const NAMES = Object.entries(STATIONS);

/** The stations of a message's way, with the message where it is, and what is in front of it. */
export class StationsPicture {
  readonly element: HTMLElement;
  readonly #message = element('span', { class: 'square message' }, 'M');
  readonly #places = new Map<string, HTMLElement>();

  constructor() {
    const stations = NAMES.map(([station, name]) => {
      const place = element('div', { class: 'squares' });
      this.#places.set(station, place);
      return element('div', { class: 'station' }, element('span', { class: 'note' }, name), place);
    });
    this.element = element('div', { class: 'stations', 'aria-hidden': 'true' }, ...stations);
  }

  show({ station, ahead }: MessageMoment): void {
    for (const [name, place] of this.#places) {
      const bytes = isFilled(name) ? ahead[name] : 0;
      fill(place, name, Math.round(bytes / SQUARE_BYTES));
    }
    this.#message.classList.toggle('stopped', station === 'held');
    this.#places.get(station)?.append(this.#message);
  }
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
  const squares = place.querySelectorAll('.square:not(.message)');
  const shown = Math.min(MOST_SQUARES, count);
  for (const square of [...squares].slice(shown)) square.remove();
  for (let index = squares.length; index < shown; index += 1) {
    place.prepend(element('span', { class: `square ${name}` }));
  }
}
