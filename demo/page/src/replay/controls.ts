import { element } from '@holbench/client/page/element';
import { labelled, select } from '../fields.ts';
import type { DemoIndex, RaceLane } from '../../../src/race/race.ts';

type Choice = DemoIndex['races'][number];

/** What the page plays, and how. */
export interface Controls {
  /** Shows where the race is, and whether it goes on. */
  show(atMs: number, playing: boolean): void;
  /** Of another race. */
  setEnd(endMs: number): void;
}

interface ControlEvents {
  onChoose(id: string): void;
  onSettings(which: Settings): void;
  onPlay(): void;
  onSeek(atMs: number): void;
  onSpeed(speed: number): void;
}

/** Which lanes are shown, by their settings. */
const SETTINGS = {
  shipped: 'as shipped',
  tuned: 'as shipped, and all settings together',
  all: 'each setting',
} as const;
export type Settings = keyof typeof SETTINGS;

const SPEEDS = [0.25, 1, 4] as const;
/** Of the slider, in ms. */
const STEP_MS = 100;

/** Fills the form: which race, its time, its speed. */
export function fillControls(
  form: HTMLFormElement,
  races: readonly Choice[],
  on: ControlEvents,
): Controls {
  const places = [...Map.groupBy(races, placeText)];
  const place = select(places.map(([text]) => ({ value: text, text })));
  const round = element('select', {});
  const settings = select(Object.entries(SETTINGS).map(([value, text]) => ({ value, text })));
  const speed = select(SPEEDS.map((each) => ({ value: String(each), text: `${each} ×` })));
  speed.value = '1';
  const slider = element('input', { type: 'range', min: '0', step: String(STEP_MS), value: '0' });
  const play = element('button', { type: 'button' }, 'Play');

  const fillRounds = (): void => {
    const own = places.find(([text]) => text === place.value)?.[1] ?? [];
    round.replaceChildren(
      ...own.toSorted(inOrder).map((of) => element('option', { value: of.id }, partText(of))),
    );
    round.value = own[0]?.id ?? '';
  };
  place.addEventListener('change', () => {
    fillRounds();
    on.onChoose(round.value);
  });
  round.addEventListener('change', () => on.onChoose(round.value));
  settings.addEventListener('change', () => on.onSettings(settingsOf(settings.value)));
  speed.addEventListener('change', () => on.onSpeed(Number(speed.value)));
  slider.addEventListener('input', () => on.onSeek(Number(slider.value)));
  play.addEventListener('click', () => on.onPlay());
  form.addEventListener('submit', (event) => event.preventDefault());
  fillRounds();
  form.append(
    play,
    labelled('Network and transfer', place),
    labelled('Part of the run', round),
    labelled('Servers', settings),
    labelled('Speed', speed),
    labelled('Time', slider),
  );
  return {
    show: (atMs, playing) => {
      slider.value = String(atMs);
      slider.ariaValueText = `${(atMs / 1_000).toFixed(1)} s`;
      const text = playing ? 'Pause' : 'Play';
      if (play.textContent !== text) play.textContent = text;
    },
    setEnd: (endMs) => {
      slider.max = String(endMs);
    },
  };
}

function settingsOf(value: string): Settings {
  return value === 'tuned' || value === 'all' ? value : 'shipped';
}

function placeText({ network, direction }: Choice): string {
  return `${network}, ${direction}`;
}

function inOrder(a: Choice, b: Choice): number {
  return a.round - b.round || (a.connection ?? 0) - (b.connection ?? 0);
}

/** `connection 12, round 1`: the number that tells races apart comes first, as a narrow field cuts off the rest. */
function partText({ round, connection }: Choice): string {
  return `connection ${(connection ?? 0) + 1}, round ${round + 1}`;
}

/** How many settings a lane has. */
function countOf({ settings }: RaceLane): number {
  return settings.split('--').length;
}

/** `tuned`: of each variant the lane as shipped, and the one with the most settings. */
export function shownLanes(all: readonly RaceLane[], settings: Settings): readonly RaceLane[] {
  if (settings === 'all') return all;
  return [...Map.groupBy(all, ({ variant }) => variant).values()].flatMap((own) => {
    const shipped = own.filter(({ settings: of }) => of === '');
    const [most] = own.toSorted((a, b) => countOf(b) - countOf(a));
    return settings === 'shipped' || !most ? shipped : [...new Set([...shipped, most])];
  });
}
