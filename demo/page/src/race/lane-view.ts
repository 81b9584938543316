import { element } from '@holbench/client/page/element';
import { formatBytes } from '@holbench/reports/document/format';
import { PROTOCOL_NAMES } from '@holbench/variants/protocols';
import type { RaceLane } from '../../../src/race/race.ts';
import { formatWait } from '../format-wait.ts';
import type { LaneMoment } from './lane-at.ts';
import type { Median } from './median-so-far.ts';
import { PartsBar } from './parts-bar.ts';
import { type RaceScale, Strip } from './strip.ts';

/** One lane: who it is, what its messages wait, live, and over all rounds. */
export class LaneView {
  readonly element: HTMLLIElement;
  readonly #strip: Strip;
  readonly #bar: PartsBar | null;
  readonly #added = element('strong', { class: 'added' }, '–');
  readonly #lane: RaceLane;
  readonly #proof = element('summary', {});
  readonly #counts = element('p', {});
  readonly #reasons = element('p', { class: 'bad' });
  readonly #facts: Readonly<
    Record<'alone' | 'beside' | 'waiting' | 'transfer' | 'delay', HTMLElement>
  > = {
    delay: element('dd', {}, '–'),
    alone: element('dd', {}, '–'),
    beside: element('dd', {}, '–'),
    waiting: element('dd', {}, '–'),
    transfer: element('dd', {}, '–'),
  };

  constructor(lane: RaceLane, scale: RaceScale, parent: HTMLElement, delayTerm: string) {
    this.#lane = lane;
    const title = `${lane.code} ${lane.variant}`;
    const strip = element('div', {
      class: 'strip',
      role: 'img',
      'aria-label': `${title}: wait of each message over time, and goodput of the transfer`,
    });
    this.#bar = lane.messages.some(({ parts }) => parts) ? new PartsBar() : null;
    this.element = element(
      'li',
      { class: 'lane' },
      element(
        'div',
        { class: 'who' },
        element('h3', {}, title),
        element('p', { class: 'note' }, lane.title),
        ...(lane.settings === '' ? [] : [element('code', { class: 'settings' }, lane.settings)]),
        element('p', { class: 'note' }, SHARED[lane.protocol]),
        element('details', { class: 'note' }, this.#proof, this.#counts),
        this.#reasons,
      ),
      element(
        'div',
        { class: 'numbers' },
        element('p', {}, this.#added, element('small', {}, 'longer in this race, so far')),
        element(
          'dl',
          {},
          ...fact('median alone', this.#facts.alone),
          ...fact('median beside', this.#facts.beside),
          ...fact('unanswered', this.#facts.waiting),
          ...fact('transfer', this.#facts.transfer),
          ...(lane.lost === null ? [] : fact('packets lost', element('dd', {}, lane.lost))),
          ...fact(delayTerm, this.#facts.delay),
        ),
      ),
      element(
        'div',
        { class: 'course' },
        strip,
        ...(this.#bar === null ? [] : [this.#bar.element]),
      ),
    );
    this.element.style.setProperty('--variant', lane.colour);
    parent.append(this.element);
    this.#strip = new Strip(strip, lane, scale);
  }

  draw(moment: LaneMoment, atMs: number): void {
    this.#strip.show(moment, atMs);
  }

  /** In words and numbers. @param longestMs mean wait of the lane that waits longest. */
  tell(moment: LaneMoment, longestMs: number): void {
    const { alone, beside, waiting, movedBytes, goodputMbps, parts } = moment;
    this.#bar?.show(parts, longestMs);
    const { reasons, delay } = this.#lane;
    const { proof, counts } = proofText(this.#lane);
    setText(this.#proof, proof);
    setText(this.#counts, counts);
    setText(this.#reasons, reasons.length === 0 ? '' : `Does not count: ${reasons.join('; ')}`);
    setText(this.#facts.delay, delay ?? '–');
    setText(this.#added, addedText(moment));
    setText(this.#facts.alone, medianText(alone));
    setText(this.#facts.beside, medianText(beside));
    setText(this.#facts.waiting, `${waiting} of ${moment.sent.length}`);
    setText(this.#facts.transfer, `${formatBytes(movedBytes)}, ${goodputMbps.toFixed(1)} Mbit/s`);
  }

  close(): void {
    this.#strip.close();
    this.element.remove();
  }
}

/** `+928 ms`, `≥ +4.20 s`; `–` where one of both is not known, or that alone is a bound. */
export function addedText({ alone, beside }: Pick<LaneMoment, 'alone' | 'beside'>): string {
  if (alone === null || beside === null || alone.atLeast) return '–';
  const ms = beside.ms - alone.ms;
  return `${beside.atLeast ? '≥ ' : ''}${ms >= 0 ? '+' : '−'}${formatWait(Math.abs(ms))}`;
}

function medianText(median: Median | null): string {
  return median === null ? '–' : `${median.atLeast ? '≥ ' : ''}${formatWait(median.ms)}`;
}

/** Whether a message waits behind the transfer, by what carries both. */
const SHARED: Readonly<Record<RaceLane['protocol'], string>> = {
  websocket: 'Message and transfer share one connection and one order.',
  'http/1.1':
    'The message takes another connection than the transfer, while the browser has a free one.',
  h2: 'Message and transfer share one connection: streams above one order of TCP.',
  h3: 'Message and transfer share one connection: each stream has its own order.',
  webtransport: 'Message and transfer share one connection: each stream has its own order.',
};

/**
 * `HTTP/3, proven`, and by how many operations: `page h3 321; server HTTP/3.0 335`. A proof needs both witnesses;
 * live, there is the page alone.
 */
function proofText({ protocol, seen }: RaceLane): { proof: string; counts: string } {
  const counted = Object.entries(seen).flatMap(([who, by]) => {
    const counts = Object.entries(by).map(([name, count]) => `${name} ${count}`);
    return counts.length === 0 ? [] : [`${who} ${counts.join(', ')}`];
  });
  const name = PROTOCOL_NAMES[protocol];
  if (counted.length === 0) return { proof: name, counts: 'No message has been answered yet.' };
  const byPage = Object.keys(seen.page);
  const isSeen = byPage.length > 0 && byPage.every((each) => each === protocol);
  const isProven = isSeen && Object.keys(seen.server).length > 0;
  const verdict = isProven ? 'proven' : isSeen ? 'seen by the page' : 'not proven';
  return { proof: `${name}, ${verdict}`, counts: counted.join('; ') };
}

function fact(term: string, description: HTMLElement): HTMLElement[] {
  return [element('dt', {}, term), description];
}

/** Text that is the same is not laid out again. */
function setText(of: HTMLElement, text: string): void {
  if (of.textContent !== text) of.textContent = text;
}
