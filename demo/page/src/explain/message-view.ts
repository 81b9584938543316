import { element } from '@holbench/client/page/element';
import { PART_NAMES } from '@holbench/reports/document/part-text';
import { PART_LOOKS } from '@holbench/reports/plots/part-looks';
import type { RaceMessage } from '../../../src/race/race.ts';
import { Clock } from '../clock.ts';
import { formatWait } from '../format-wait.ts';
import type { Orders } from './orders.ts';
import { messageAt } from './stations.ts';
import { aheadText, lostText, StationsPicture } from './stations-picture.ts';
import type { Step } from './stations.ts';

/** How long a message's path takes to be played, in ms: slow enough to be followed. */
const PLAYED_MS = 8_000;

/** One message on its way, in slow motion; its steps in words beside it. */
export class MessageView {
  readonly elements: readonly HTMLElement[];
  readonly #clock: Clock;

  /** @param steps one at least. */
  constructor(message: RaceMessage, steps: readonly Step[], orders: Orders) {
    const wholeMs = message.waitMs ?? 0;
    const picture = new StationsPicture(orders);
    const caption = element('p', { class: 'note' });
    const items = steps.map((step) => stepItem(step, wholeMs));
    const slider = element('input', { type: 'range', min: '0', step: 'any', value: '0' });
    slider.max = String(wholeMs);
    slider.ariaLabel = 'Time of the message';
    const play = element('button', { type: 'button' }, 'Follow');
    this.#clock = new Clock(wholeMs, (atMs) => {
      const moment = messageAt(message, steps, atMs);
      picture.show(moment);
      slider.value = String(atMs);
      slider.ariaValueText = formatWait(atMs);
      caption.textContent = `${formatWait(atMs)}. ${aheadText(moment)} ${lostText(moment, orders)}`;
      const text = this.#clock.playing ? 'Pause' : 'Follow';
      if (play.textContent !== text) play.textContent = text;
      for (const [index, item] of items.entries()) {
        item.ariaCurrent = steps[index] === moment.step ? 'step' : null;
      }
    });
    this.#clock.speed = wholeMs / PLAYED_MS;
    play.addEventListener('click', () => {
      if (this.#clock.playing) this.#clock.pause();
      else this.#clock.play();
    });
    slider.addEventListener('input', () => this.#clock.seek(Number(slider.value)));
    this.elements = [
      element('div', { class: 'controls' }, play, slider),
      element('figure', {}, picture.element, caption),
      element('ol', { class: 'steps' }, ...items),
    ];
    // The moment at which its answer was ready: what is in front of it is all there.
    this.#clock.seek(steps.find(({ part }) => part !== 'request')?.atMs ?? 0);
  }

  close(): void {
    this.#clock.pause();
  }
}

function stepItem({ part, ms, atMs, text }: Step, wholeMs: number): HTMLElement {
  const bar = element('span', { class: 'span' });
  bar.style.marginLeft = `${(100 * atMs) / wholeMs}%`;
  bar.style.width = `${(100 * ms) / wholeMs}%`;
  bar.style.background = PART_LOOKS[part].fill;
  return element(
    'li',
    {},
    element('strong', {}, PART_NAMES[part]),
    element('p', {}, text),
    element('div', { class: 'track', 'aria-hidden': 'true' }, bar),
  );
}
