import { element } from '@holbench/client/page/element';
import type { Race, RaceLane, RaceMessage } from '../../../src/race/race.ts';
import { formatWait } from '../format-wait.ts';
import { MessageView } from './message-view.ts';
import { ORDERS } from './orders.ts';
import { type Pick, pickMessage, PICKS } from './pick-message.ts';
import { HOW_IT_SENDS, sparedText, stepsOf } from './steps.ts';

/** Follows one recorded message of a lane from part to part. */
export class ExplainView {
  readonly #lane = element('select', {});
  readonly #pick = element(
    'select',
    {},
    ...Object.entries(PICKS).map(([value, text]) => element('option', { value }, text)),
  );
  readonly #shown = element('div', {});
  #race: Race | null = null;
  #message: MessageView | null = null;

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
    this.#message?.close();
    for (const option of this.#pick.options) {
      option.disabled = pickMessage(lane, race.aloneMs, pickOf(option.value)) === null;
    }
    if (this.#pick.selectedOptions[0]?.disabled) this.#pick.value = 'median';
    const message = pickMessage(lane, race.aloneMs, pickOf(this.#pick.value));
    const steps = message === null ? [] : stepsOf(message, race.direction, lane);
    this.#message =
      message === null || steps.length === 0
        ? null
        : new MessageView(message, steps, ORDERS[lane.protocol]);
    this.#shown.replaceChildren(
      element('p', {}, HOW_IT_SENDS[lane.protocol]),
      ...(message === null || this.#message === null
        ? [element('p', { class: 'note' }, whyNone(lane))]
        : [sentText(message, race), ...this.#message.elements, ...sparedBlock(message)]),
    );
  }
}

function sentText({ sentMs, waitMs }: RaceMessage, { aloneMs }: Race): HTMLElement {
  return element(
    'p',
    {},
    `Sent ${formatWait(sentMs - aloneMs)} after the transfer began, answered after `,
    element('strong', {}, formatWait(waitMs ?? 0)),
    '. In slow motion; a square is 10 kB of the transfer:',
  );
}

function sparedBlock(message: RaceMessage): HTMLElement[] {
  const spared = sparedText(message);
  return spared === '' ? [] : [element('p', { class: 'good' }, spared)];
}

function whyNone(lane: RaceLane): string {
  return lane.messages.some(({ parts }) => parts)
    ? 'No message of this lane is such a one.'
    : 'The paths of this lane’s messages were not recorded: pnpm bench --record-wait all records them.';
}

function pickOf(value: string): Pick {
  return value === 'slowest' || value === 'lost' || value === 'spared' ? value : 'median';
}

function keyOf({ variant, settings }: RaceLane): string {
  return `${variant} ${settings}`;
}

function nameOf({ code, variant, settings }: RaceLane): string {
  return settings === '' ? `${code} ${variant}` : `${code} ${variant}, ${settings}`;
}
