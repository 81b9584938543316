import { byId, element } from '@holbench/client/page/element';
import { ALONE_MS, CONTROL_PATH, type LiveIndex, type Race } from '../../../src/race/race.ts';
import { laneAt } from '../race/lane-at.ts';
import { addedText } from '../race/lane-view.ts';
import { AFTER_MS, RaceView } from '../race/race-view.ts';
import { BESIDE_MS, MOST_BEGIN_MS, MOST_REST_MS, seedOfRace } from '../../../src/save/seen.ts';
import { fillLiveControls, type RaceChoice } from './live-controls.ts';
import { LiveLane } from './live-lane.ts';
import { postJson } from './post-json.ts';
import { SeenRaces } from './seen-races.ts';

const NOT_BEGUN = `its transfer did not begin in ${MOST_BEGIN_MS / 1_000} s`;
/** Between two lanes in turn: what a sender still has of a transfer that was cut off leaves the link. */
const REST_MS = 2_000;
/** How often it is asked whether the transfers have begun. */
const BEGIN_CHECK_MS = 20;

/** Races of servers that run now. */
export function live(index: LiveIndex): void {
  byId('source', HTMLDivElement).replaceChildren(...source(index));
  const race: Race = {
    id: 'live',
    network: index.network,
    link: index.link,
    round: 0,
    connection: null,
    direction: 'download',
    aloneMs: ALONE_MS,
    delayTerm: 'each race',
    lanes: [],
  };
  let running = false;
  /** Another network is asked for: lanes that become ready now are about to end. */
  let isChanging = false;
  const states = byId('answer', HTMLUListElement);
  const lanes = index.lanes.flatMap((described): LiveLane[] => {
    const { code, variant, origin, reason } = described;
    const item = element('li', {}, `${code} ${variant}: ${reason || 'connecting…'}`);
    states.append(item);
    if (origin === null) return [];
    const lane = new LiveLane({ ...described, origin }, (state) => {
      const text = state.is === 'broken' ? `${state.reason}; trying again` : state.is;
      item.textContent = `${code} ${variant}: ${text}`;
      item.className = state.is === 'broken' ? 'bad' : `live-${state.is}`;
      if (!running && !isChanging) say(readyText(states));
    });
    race.lanes.push(lane.lane);
    return [lane];
  });
  const endMs = ALONE_MS + BESIDE_MS + AFTER_MS;
  const view = new RaceView(race, race.lanes, endMs);
  const atMs = (of: Race['lanes'][number]) => lanes.find(({ lane }) => lane === of)?.atMs ?? 0;
  view.show(atMs);
  const delays = new Delays();
  const seen = new SeenRaces();
  let stopping = new AbortController();

  // Lanes that stand need no drawing, which would take time from those that race.
  const frame = (): void => {
    if (!running) return view.show(atMs);
    view.showNext(atMs);
    requestAnimationFrame(frame);
  };

  const run = async (choice: RaceChoice): Promise<void> => {
    stopping = new AbortController();
    const { signal } = stopping;
    running = true;
    race.direction = choice.direction;
    for (const lane of lanes) lane.clear();
    delays.begin(lanes, choice);
    const seed = seedOfRace(seen.begin(choice));
    requestAnimationFrame(frame);
    const groups = choice.atOnce ? [lanes] : lanes.map((lane) => [lane]);
    try {
      for (const [index, group] of groups.entries()) {
        if (index > 0) await pause(REST_MS, signal);
        if (signal.aborted) break;
        const raced = await raceOf(group, choice, seed, signal);
        if (signal.aborted) break;
        for (const lane of raced) {
          delays.note(lane);
          seen.note(lane.seen());
        }
      }
    } finally {
      running = false;
    }
    say(`${signal.aborted ? 'stopped' : 'the race is over'}. ${view.spoken(atMs)}`);
  };
  // A browser lets the timers of a hidden page wait.
  document.addEventListener('visibilitychange', () => {
    if (!running || document.visibilityState === 'visible') return;
    for (const lane of lanes) if (lane.atMs > 0) lane.spoil('the page was hidden');
  });
  fillLiveControls(byId('controls', HTMLFormElement), index, {
    onStart: run,
    onStop: () => stopping.abort(),
    onNetwork: async (network) => {
      isChanging = true;
      isChanging = await changeNetwork(network);
    },
    onSave: () => seen.save(),
    canSave: () => seen.isAny,
  });
}

/**
 * Messages alone, then beside the transfer, of those lanes that are ready.
 * @returns these lanes.
 */
async function raceOf(
  all: readonly LiveLane[],
  choice: RaceChoice,
  seed: number,
  signal: AbortSignal,
): Promise<readonly LiveLane[]> {
  const { direction, streams } = choice;
  const lanes = all.filter(({ isReady }) => isReady);
  const absent = all.filter((lane) => !lanes.includes(lane));
  const names = lanes.map(({ lane }) => lane.variant).join(', ');
  const without = absent.map(({ lane }) => lane.variant).join(', ');
  const missing = without === '' ? '' : ` (not ready: ${without})`;
  for (const lane of absent) lane.spoil('not ready in this race');
  if (lanes.length === 0) {
    say(`not ready: ${without}`);
    return [];
  }
  say(`${names}: small messages alone${missing}`);
  for (const lane of lanes) lane.begin(choice, { seed, raced: lanes.length });
  await pause(ALONE_MS, signal);
  if (!signal.aborted) {
    say(`${names}: a big ${direction} is under way${missing}`);
    for (const lane of lanes) lane.transfer(direction, streams, seed);
    const lastMs = performance.now() + MOST_BEGIN_MS;
    while (
      performance.now() < lastMs &&
      !signal.aborted &&
      !lanes.every(({ isBeside }) => isBeside)
    ) {
      await pause(BEGIN_CHECK_MS, signal);
    }
    for (const lane of lanes) if (!lane.isBeside && !signal.aborted) lane.spoil(NOT_BEGUN);
    await pause(BESIDE_MS, signal);
  }
  // What is in flight would wait in the way of the next lane's messages.
  const idle = Promise.all(lanes.map((lane) => lane.stop()));
  await Promise.race([idle, pause(MOST_REST_MS)]);
  for (const lane of lanes) lane.freeze();
  return lanes;
}

/** Races whose numbers are told. */
const MOST_TOLD = 10;

/** What the messages of each lane waited longer in the last races of one choice: one race tells little. */
class Delays {
  readonly #races = new Map<LiveLane, string[]>();
  #choice = '';

  /** Numbers of another choice are forgotten. */
  begin(lanes: readonly LiveLane[], choice: RaceChoice): void {
    const chosen = JSON.stringify(choice);
    if (chosen === this.#choice) return;
    this.#choice = chosen;
    this.#races.clear();
    for (const { lane } of lanes) lane.delay = null;
  }

  note(live: LiveLane): void {
    if (live.lane.reasons.length > 0) return;
    const own = [
      ...(this.#races.get(live) ?? []),
      addedText(laneAt(live.lane, ALONE_MS, live.atMs)),
    ].slice(-MOST_TOLD);
    this.#races.set(live, own);
    live.lane.delay = own.join(' · ');
  }
}

function say(text: string): void {
  byId('act', HTMLParagraphElement).textContent = text;
  byId('spoken', HTMLParagraphElement).textContent = text;
}

/** The servers end with their link, and this page with them. @returns whether the network is changed. */
async function changeNetwork(network: string): Promise<boolean> {
  const response = await postJson(CONTROL_PATH, { network }).catch(() => null);
  const isChanged = response?.ok === true;
  say(
    isChanged
      ? `${network} is made and certified, which takes about 15 s. Then the demo opens again, in a new window where there is a display.`
      : `The network was not changed: ${(await response?.text()) ?? 'the demo does not answer'}`,
  );
  return isChanged;
}

function readyText(states: HTMLUListElement): string {
  const waiting = states.querySelectorAll('.live-connecting, .bad').length;
  return waiting === 0 ? 'ready to start' : `connecting: ${waiting} of ${states.children.length}`;
}

/** The network, and in a fold what was measured of it. */
function source({ network, link, certificate }: LiveIndex): (Node | string)[] {
  const measured = certificate.length === 0 ? 'not measured' : 'measured before:';
  return [
    `Live: servers over ${network} (${link}), ${measured}`,
    ...(certificate.length === 0
      ? []
      : [
          element(
            'details',
            {},
            element('summary', {}, 'certificate of the network'),
            ...certificate.map((line) => element('p', {}, line)),
          ),
        ]),
  ];
}

/** Ends sooner where the signal says so. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
