import { byId } from '@holbench/client/page/element';
import { messageOf } from '@holbench/process/user-error';
import {
  DemoIndex,
  INDEX_PATH,
  type RaceLane,
  Watched,
  WATCHED_PATH,
} from '../../../src/race/race.ts';
import { loadJson } from '../load-json.ts';
import { RaceView } from '../race/race-view.ts';

/** Between two looks at the run, in ms. */
const LOOK_MS = 300;
/** A demo that does not answer so often has ended. */
const MOST_MISSES = 10;

/** Shows a run while its cells are measured; when they are, the page loads again and plays it. */
export async function watch(): Promise<void> {
  const first = await loadJson(Watched, WATCHED_PATH);
  byId('source', HTMLDivElement).textContent =
    `A bench that runs now over ${first.race.network} (${first.race.link}). What you see is a run, which can be reported and repeated.`;
  const { race, endMs } = first;
  const view = new RaceView(race, race.lanes, endMs);
  const clocks = new Map<RaceLane, { readonly atMs: number; readonly sinceMs: number }>();
  const atMs = (lane: RaceLane): number => {
    const { atMs: known, sinceMs } = clocks.get(lane) ?? { atMs: 0, sinceMs: 0 };
    // A lane that has not begun stands, and one that is over, too.
    return known === 0 ? 0 : Math.min(known + performance.now() - sinceMs, endMs);
  };
  const take = ({ said, race: { lanes }, lanesAtMs }: Watched): void => {
    say(said);
    for (const [index, lane] of race.lanes.entries()) {
      Object.assign(lane, lanes[index]);
      clocks.set(lane, { atMs: lanesAtMs[index] ?? 0, sinceMs: performance.now() });
    }
  };
  take(first);
  view.show(atMs);
  let goesOn = first.goesOn;
  const frame = (): void => {
    view.showNext(atMs);
    if (goesOn) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  let misses = 0;
  while (goesOn && misses < MOST_MISSES) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    try {
      const now = await loadJson(Watched, WATCHED_PATH);
      misses = 0;
      // Somebody has asked for another one.
      if (now.race.id !== race.id) return location.reload();
      take(now);
      ({ goesOn } = now);
    } catch (error) {
      misses += 1;
      say(`the demo does not answer: ${messageOf(error)}`);
    }
  }
  if (misses > 0) {
    goesOn = false;
    return say('the demo has ended; start it again: pnpm demo');
  }
  view.show(atMs);
  byId('spoken', HTMLParagraphElement).textContent = view.spoken(atMs);
  const { races } = await loadJson(DemoIndex, INDEX_PATH);
  if (races.length > 0) location.reload();
}

function say(text: string): void {
  byId('act', HTMLParagraphElement).textContent = text;
}
