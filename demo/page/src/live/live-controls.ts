import { element } from '@holbench/client/page/element';
import type { LiveIndex } from '../../../src/race/race.ts';
import type { SeenChoice } from '../../../src/save/seen.ts';
import { labelled, select } from '../fields.ts';

export interface RaceChoice extends SeenChoice {
  /** Length of the messages' texts, in bytes; null: as they are. */
  readonly textBytes: number | null;
}

const STREAMS = [1, 2, 6] as const;
/** What a person must know before saving. */
const SAVE_TITLE =
  'Writes the races of the last choice (30 at most) into a run folder, a round each. A lane that was stopped, cut or not ready is left out. Messages of another size than a run’s are not saved.';
/** More than five fill the connections of HTTP/1.1, which then wait for each other: `pnpm bench` sends two to four. */
const RATES = [5, 20, 50] as const;
/** Lengths of texts, in bytes. */
const SIZES = [
  { textBytes: null, text: '5.5 kB each' },
  { textBytes: 100, text: '0.5 kB each' },
  { textBytes: 49_500, text: '50 kB each' },
] as const;

/** Fills the form: what is raced, and how; then the network, where it can be changed. */
export function fillLiveControls(
  form: HTMLFormElement,
  { network, networks, saves }: Pick<LiveIndex, 'network' | 'networks' | 'saves'>,
  on: {
    onStart(choice: RaceChoice): Promise<void>;
    onStop(): void;
    onNetwork(id: string): Promise<void>;
    /** Resolves with what to say of it. */
    onSave(): Promise<string>;
    /** Whether a lane of the last choice was seen to its end. */
    canSave(): boolean;
  },
): void {
  const start = element('button', { type: 'button' }, 'Start');
  const direction = select(['download', 'upload'].map((each) => ({ value: each, text: each })));
  const streams = select(STREAMS.map((each) => ({ value: String(each), text: String(each) })));
  const rate = select(RATES.map((each) => ({ value: String(each), text: `${each} a second` })));
  const size = select(SIZES.map(({ text }) => ({ value: text, text })));
  const order = select([
    { value: 'turn', text: 'in turn (fair on few cores)' },
    { value: 'once', text: 'at once' },
  ]);
  const ids = [...new Set([network, ...networks])];
  const other = select(ids.map((id) => ({ value: id, text: id })));
  const change = element('button', { type: 'button' }, 'Change');
  change.addEventListener('click', () => void on.onNetwork(other.value));
  const save = element(
    'button',
    { type: 'button', title: SAVE_TITLE, disabled: '' },
    'Save as a run',
  );
  const saved = element('output', { class: 'note' });
  const saveSeen = async (): Promise<void> => {
    save.disabled = true;
    saved.textContent = 'saving…';
    saved.textContent = await on.onSave();
    save.disabled = running || !on.canSave();
  };
  save.addEventListener('click', () => void saveSeen());
  let running = false;
  // A choice is for the next race, so it is made between races.
  const setRunning = (now: boolean): void => {
    running = now;
    for (const each of [direction, streams, rate, size, order, other]) each.disabled = now;
    change.disabled = now || other.value === network;
    save.disabled = now || !on.canSave();
    start.textContent = now ? 'Stop' : 'Start';
  };
  other.addEventListener('change', () => setRunning(running));
  change.disabled = true;
  start.addEventListener('click', () => {
    if (running) return on.onStop();
    const choice: RaceChoice = {
      direction: direction.value === 'upload' ? 'upload' : 'download',
      streams: Number(streams.value),
      perSecond: Number(rate.value),
      textBytes: SIZES.find(({ text }) => text === size.value)?.textBytes ?? null,
      atOnce: order.value === 'once',
    };
    setRunning(true);
    void on.onStart(choice).finally(() => setRunning(false));
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.append(
    start,
    labelled('Transfer', direction),
    labelled('Files at a time', streams),
    labelled('Small messages', rate),
    labelled('Their size', size),
    labelled('Lanes', order),
    ...(networks.length === 0 ? [] : [labelled('Network', other), change]),
    ...(saves ? [save, saved] : []),
  );
}
