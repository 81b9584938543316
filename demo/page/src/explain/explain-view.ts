import { element } from '@holbench/client/page/element';
import { PART_NAMES } from '@holbench/reports/document/part-text';
import { PART_LOOKS } from '@holbench/reports/plots/part-looks';
import type { Race, RaceLane } from '../../../src/race/race.ts';
import { formatWait } from '../format-wait.ts';
import { blocksPicture } from './blocks.ts';
import { type Pick, pickMessage, PICKS } from './pick-message.ts';
import { HOW_IT_SENDS, sparedText, type Step, stepsOf } from './steps.ts';

/** Follows one recorded message of a lane from part to part. */
export class ExplainView {
  readonly #lane = element('select', {});
  readonly #pick = element(
    'select',
    {},
    ...Object.entries(PICKS).map(([value, text]) => element('option', { value }, text)),
  );
  readonly #shown = element('div', { 'aria-live': 'polite' });
  #race: Race | null = null;

  constructor(parent: HTMLElement) {
    for (const choice of [this.#lane, this.#pick]) {
      choice.addEventListener('change', () => this.#show());
    }
    parent.append(
      element(
        'form',
        { class: 'controls' },
        element('label', {}, element('span', {}, 'Transport'), this.#lane),
        element('label', {}, element('span', {}, 'Message'), this.#pick),
      ),
      this.#shown,
    );
  }

  showRace(race: Race): void {
    const before = this.#lane.value;
    this.#race = race;
    this.#lane.replaceChildren(
      ...race.lanes.map((lane) => element('option', { value: keyOf(lane) }, nameOf(lane))),
    );
    if (race.lanes.some((lane) => keyOf(lane) === before)) this.#lane.value = before;
    this.#show();
  }

  #show(): void {
    const race = this.#race;
    const lane = race?.lanes.find((each) => keyOf(each) === this.#lane.value);
    if (!race || !lane) return;
    this.#shown.replaceChildren(
      element('p', {}, HOW_IT_SENDS[lane.protocol]),
      ...messageBlocks(race, lane, pickOf(this.#pick.value)),
    );
  }
}

function messageBlocks(race: Race, lane: RaceLane, pick: Pick): HTMLElement[] {
  const message = pickMessage(lane, race.aloneMs, pick);
  if (message === null) {
    const recorded = lane.messages.some(({ parts }) => parts);
    const why = recorded
      ? 'No message of this lane is such a one.'
      : 'The ways of this lane’s messages were not recorded: pnpm bench --record-wait all records them.';
    return [element('p', { class: 'note' }, why)];
  }
  const steps = stepsOf(message, race.direction, lane);
  const spared = sparedText(message);
  const waited = (message.parts?.retransmission ?? 0) >= 1;
  return [
    element(
      'p',
      {},
      `Sent ${formatWait(message.sentMs - race.aloneMs)} after the transfer began, answered after `,
      element('strong', {}, formatWait(message.waitMs ?? 0)),
      '. When its answer was ready:',
    ),
    blocksPicture(message, lane, waited),
    element('ol', { class: 'steps' }, ...steps.map((step) => stepItem(step, message.waitMs ?? 1))),
    ...(spared === '' ? [] : [element('p', { class: 'good' }, spared)]),
  ];
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

function pickOf(value: string): Pick {
  return value === 'slowest' || value === 'lost' ? value : 'median';
}

function keyOf({ variant, settings }: RaceLane): string {
  return `${variant} ${settings}`;
}

function nameOf({ code, variant, settings }: RaceLane): string {
  return settings === '' ? `${code} ${variant}` : `${code} ${variant}, ${settings}`;
}
