import { byId, element } from '@holbench/client/page/element';
import { messageOf } from '@holbench/process/user-error';
import { type DemoIndex, Race } from '../../../src/race/race.ts';
import { Clock } from '../clock.ts';
import { ExplainView } from '../explain/explain-view.ts';
import { loadJson } from '../load-json.ts';
import { RaceView } from '../race/race-view.ts';
import { fillControls, type Settings, shownLanes } from './controls.ts';

/** How often those who hear the page are told how the lanes stand, in ms. */
const SPOKEN_MS = 5_000;

/** Plays the races of a run. */
export async function replay(index: DemoIndex): Promise<void> {
  byId('source', HTMLDivElement).textContent =
    `A replay of the run ${index.run}. ${index.about} Nothing is sent while it plays.`;
  const explain = new ExplainView(byId('explain', HTMLDivElement));
  let shown: { readonly race: Race; readonly view: RaceView; readonly clock: Clock } | null = null;
  let settings: Settings = 'shipped';
  let speed = 1;
  let spokenAtMs = 0;

  const controls = fillControls(byId('controls', HTMLFormElement), index.races, {
    onChoose: (id) =>
      void choose(id).catch((error: unknown) => {
        shown?.clock.pause();
        shown?.view.close();
        shown = null;
        byId('act', HTMLParagraphElement).textContent =
          `This race cannot be played: ${messageOf(error)}`;
      }),
    onSettings: (chosen) => {
      settings = chosen;
      if (shown) show(shown.race, shown.clock.atMs, shown.clock.playing);
    },
    onPlay: () => {
      if (shown?.clock.playing) shown.clock.pause();
      else shown?.clock.play();
    },
    onSeek: (atMs) => shown?.clock.seek(atMs),
    onSpeed: (chosen) => {
      speed = chosen;
      if (shown) shown.clock.speed = chosen;
    },
  });

  const show = (race: Race, atMs: number, playing: boolean): void => {
    shown?.clock.pause();
    shown?.view.close();
    const view = new RaceView(race, shownLanes(race.lanes, settings));
    const clock = new Clock(view.endMs, (nowMs) => {
      if (clock.playing) view.showNext(() => nowMs);
      else view.show(() => nowMs);
      view.showAct(nowMs);
      controls.show(nowMs, clock.playing);
      if (Math.abs(nowMs - spokenAtMs) < SPOKEN_MS && clock.playing) return;
      spokenAtMs = nowMs;
      byId('spoken', HTMLParagraphElement).textContent = view.spoken(() => nowMs);
    });
    clock.speed = speed;
    shown = { race, view, clock };
    controls.setEnd(view.endMs);
    clock.seek(atMs);
    if (playing) clock.play();
  };
  const choose = async (id: string): Promise<void> => {
    const race = await loadJson(Race, `data/${encodeURIComponent(id)}.json`);
    showPlace(index, race);
    explain.showRace(race);
    const isRecorded = race.lanes.some(({ messages }) => messages.some(({ parts }) => parts));
    byId('following', HTMLElement).hidden = !isRecorded;
    // All of it at a glance; who wants to see it move plays it.
    show(race, Infinity, false);
  };
  const [first] = index.races;
  if (first) await choose(first.id);
}

function showPlace(
  index: DemoIndex,
  { network, direction }: Pick<Race, 'network' | 'direction'>,
): void {
  const found = index.places.find(
    (place) => place.network === network && place.direction === direction,
  );
  const statements = found?.statements ?? ['The run has no figure for this network.'];
  byId('overall', HTMLElement).hidden = found === undefined;
  if (found) {
    byId('summary', HTMLParagraphElement).textContent = found.headline;
    byId('overview-heading', HTMLHeadingElement).textContent =
      `What the report says: ${network}, beside a big ${direction}`;
  }
  byId('answer', HTMLUListElement).replaceChildren(
    ...statements.map((text) => element('li', {}, text)),
  );
}
