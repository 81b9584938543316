import { byId, element } from '@holbench/client/page/element';
import { CONTROL_PATH, type LiveIndex, type Race } from '../../../src/race/race.ts';
import { laneAt } from '../race/lane-at.ts';
import { RaceView } from '../race/race-view.ts';
import { formatWait } from '../format-wait.ts';
import { fillLiveControls, type LiveChoice } from './live-controls.ts';
import { LiveLane } from './live-lane.ts';

const ALONE_MS = 4_000;
const BESIDE_MS = 16_000;
/** After its end, so that what is under way arrives before another lane begins. */
const REST_MS = 3_000;

/** Races of servers that run now. */
export function live(index: LiveIndex): void {
  byId('source', HTMLParagraphElement).textContent = sourceText(index);
  const race: Race = {
    id: 'live',
    network: index.network,
    link: index.link,
    direction: 'download',
    scenario: '4f',
    round: 0,
    aloneMs: ALONE_MS,
    lanes: [],
  };
  const states = byId('answer', HTMLUListElement);
  let running = false;
  const lanes = index.lanes.flatMap((of): LiveLane[] => {
    const item = element('li', {}, `${of.code} ${of.variant}: ${of.reason || 'connecting…'}`);
    states.append(item);
    if (of.origin === null) return [];
    const { origin } = of;
    const lane = new LiveLane({ ...of, origin }, ALONE_MS, (state) => {
      item.textContent = `${of.code} ${of.variant}: ${state.is === 'broken' ? `${state.reason}; trying again` : state.is}`;
      item.className = state.is === 'broken' ? 'bad' : `live-${state.is}`;
      if (!running) say(readyText(states));
    });
    race.lanes.push(lane.lane);
    return [lane];
  });
  const endMs = ALONE_MS + BESIDE_MS + REST_MS;
  const view = new RaceView(race, race.lanes, endMs);
  const atMs = (of: Race['lanes'][number]) => lanes.find(({ lane }) => lane === of)?.atMs ?? 0;
  const delays = new Map<LiveLane, number[]>();
  let stopping = new AbortController();

  const frame = (): void => {
    view.show(atMs);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);

  const run = async (choice: LiveChoice): Promise<void> => {
    stopping = new AbortController();
    const { signal } = stopping;
    running = true;
    race.direction = choice.direction;
    const groups = choice.atOnce ? [lanes] : lanes.map((lane) => [lane]);
    for (const group of groups) {
      if (signal.aborted) break;
      const names = group.map(({ lane }) => lane.variant).join(', ');
      say(`${names}: small messages alone`);
      for (const lane of group) lane.begin(choice.perSecond);
      await pause(ALONE_MS, signal);
      say(`${names}: a big ${choice.direction} is under way`);
      for (const lane of group) lane.transfer(choice.direction, choice.streams);
      await pause(BESIDE_MS, signal);
      for (const lane of group) {
        noteDelay(delays, lane);
        lane.stop();
      }
      await pause(REST_MS, signal);
      for (const lane of group) lane.freeze();
    }
    byId('spoken', HTMLParagraphElement).textContent = view.spoken(atMs);
    say(signal.aborted ? 'stopped' : 'the race is over');
    running = false;
  };
  fillLiveControls(byId('controls', HTMLFormElement), index, {
    onNetwork: (network) => void changeNetwork(network),
    onStart: run,
    onStop: () => {
      stopping.abort();
      for (const lane of lanes) lane.stop();
    },
  });
}

/** The servers end with their link, and this page with them. */
async function changeNetwork(network: string): Promise<void> {
  const response = await fetch(CONTROL_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network }),
  }).catch(() => null);
  say(
    response?.ok === true
      ? `${network} is made and certified, which takes about 15 s. Then the demo opens again, in a new window where there is a display.`
      : `${network} cannot be asked for: ${(await response?.text()) ?? 'the demo does not answer'}`,
  );
}

function say(text: string): void {
  byId('act', HTMLParagraphElement).textContent = text;
}

function readyText(states: HTMLUListElement): string {
  const waiting = states.querySelectorAll('.live-connecting, .bad').length;
  return waiting === 0 ? 'ready to start' : `connecting: ${waiting} of ${states.children.length}`;
}

function sourceText({ network, link, certificate }: LiveIndex): string {
  const measured = certificate.length === 0 ? 'not measured' : certificate.join('; ');
  return `Live: servers on this machine, over ${network} (${link}). The network: ${measured}.`;
}

/** What the messages waited longer in each race so far: one race tells little. */
function noteDelay(all: Map<LiveLane, number[]>, live: LiveLane): void {
  const { alone, beside } = laneAt(live.lane, ALONE_MS, live.atMs);
  if (alone === null || beside === null) return;
  const own = [...(all.get(live) ?? []), beside.ms - alone.ms];
  all.set(live, own);
  live.lane.delay = `${own.map(formatWait).join(' · ')} in ${own.length === 1 ? 'one race' : `${own.length} races`}`;
}

/** Ends sooner where the signal says so. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
