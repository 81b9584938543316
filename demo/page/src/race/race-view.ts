import { byId } from '@holbench/client/page/element';
import { PARTS } from '@holbench/wait/parts';
import { AFTER_MS, type Race, type RaceLane } from '../../../src/race/race.ts';
import { addedText, LaneView } from './lane-view.ts';
import { laneAt } from './lane-at.ts';
import { partsLegend } from './parts-bar.ts';
import type { RaceScale } from './strip.ts';

const LEAST_FULL_MBPS = 1;
/** So many are drawn in a frame while a race goes on, in turn: all of twelve keep two cores from 60 frames a second. */
const LANES_A_FRAME = 3;
/** Between two times at which the numbers of a lane are told while a race goes on: faster ones cannot be read. */
const TOLD_MS = 250;
/** Over a link that answers so soon, shorter waits are shown. */
const FAST_MS = 45;
const LEAST_MS = { fast: 1, slow: 50 } as const;

interface ShownLane {
  readonly lane: RaceLane;
  readonly view: LaneView;
  /** When its numbers were told last, by the page's clock. */
  toldAtMs: number;
  /** Mean wait of its last messages, as far as its parts are known. */
  waitMs: number;
}

/** All lanes of a race, drawn at one moment of it. */
export class RaceView {
  readonly endMs: number;
  readonly #race: Race;
  readonly #scale: RaceScale;
  readonly #lanes: readonly ShownLane[];
  /** Index of the lane that is drawn next. */
  #next = 0;

  /**
   * @param lanes of the race: those that are shown.
   * @param endMs of the axis of time. Default: when the last message was sent, and a little later.
   */
  constructor(race: Race, lanes: readonly RaceLane[], endMs = lastMs(race) + AFTER_MS) {
    this.#race = race;
    this.endMs = endMs;
    this.#scale = { aloneMs: race.aloneMs, endMs, ...scaleOf(race) };
    const list = byId('lanes', HTMLOListElement);
    this.#lanes = lanes.map((lane) => ({
      lane,
      view: new LaneView(lane, this.#scale, list, race.delayTerm),
      toldAtMs: 0,
      waitMs: 0,
    }));
    const told = PARTS.filter((part) =>
      lanes.some(({ messages }) => messages.some(({ parts }) => (parts?.[part] ?? 0) > 0)),
    );
    const legend = byId('legend', HTMLDivElement);
    legend.hidden = told.length === 0;
    legend.replaceChildren(...partsLegend(told));
  }

  /** @param atMs of a lane: since its race began. */
  show(atMs: (lane: RaceLane) => number): void {
    this.#draw(this.#lanes, atMs, 0);
  }

  /** Draws the lanes whose turn it is. */
  showNext(atMs: (lane: RaceLane) => number): void {
    const inTurn = [...this.#lanes.slice(this.#next), ...this.#lanes.slice(0, this.#next)];
    this.#draw(inTurn.slice(0, LANES_A_FRAME), atMs, TOLD_MS);
    this.#next = (this.#next + LANES_A_FRAME) % Math.max(1, this.#lanes.length);
  }

  /** @param toldMs numbers that were told less than that ago stay. */
  #draw(lanes: readonly ShownLane[], atMs: (lane: RaceLane) => number, toldMs: number): void {
    const nowMs = performance.now();
    Object.assign(this.#scale, scaleOf(this.#race));
    const drawn = lanes.map((shown) => {
      const ms = atMs(shown.lane);
      const moment = laneAt(shown.lane, this.#race.aloneMs, ms);
      shown.view.draw(moment, ms);
      shown.waitMs = moment.parts.reduce((sum, part) => sum + part.ms, 0);
      return { shown, moment };
    });
    // All bars have one scale, so it is known before the first of them is told.
    const longestMs = Math.max(...this.#lanes.map(({ waitMs }) => waitMs));
    for (const { shown, moment } of drawn) {
      if (nowMs - shown.toldAtMs < toldMs) continue;
      shown.toldAtMs = nowMs;
      shown.view.tell(moment, longestMs);
    }
  }

  /** What goes on, in words. */
  showAct(atMs: number): void {
    const act = actText(atMs, this.#race, this.endMs);
    byId('act', HTMLParagraphElement).textContent =
      `${(atMs / 1_000).toFixed(1)} s over ${this.#race.link}: ${act}`;
  }

  /** For those who hear the page: how each lane stands. */
  spoken(atMs: (lane: RaceLane) => number): string {
    const said = this.#lanes.map(({ lane }) => {
      const name = lane.settings === '' ? lane.variant : `${lane.variant} with ${lane.settings}`;
      if (lane.reasons.length > 0) return `${name} does not count`;
      return `${name} ${addedText(laneAt(lane, this.#race.aloneMs, atMs(lane)))}`;
    });
    return `Longer beside the transfer: ${said.join('; ')}.`;
  }

  close(): void {
    for (const { view } of this.#lanes) view.close();
  }
}

/** What follows from the messages and bytes of a race, as far as it has gone. */
function scaleOf({ lanes }: Race): Pick<RaceScale, 'fullMbps' | 'leastMs'> {
  const isFast = lanes.some(({ messages }) =>
    messages.some(({ waitMs }) => (waitMs ?? Infinity) < FAST_MS),
  );
  return {
    fullMbps: Math.max(LEAST_FULL_MBPS, ...lanes.map(mostMbps)),
    leastMs: isFast ? LEAST_MS.fast : LEAST_MS.slow,
  };
}

function lastMs({ lanes }: Race): number {
  return Math.max(0, ...lanes.map(({ endMs }) => endMs));
}

function actText(atMs: number, { aloneMs, direction }: Race, endMs: number): string {
  if (atMs >= endMs) return `the end of a race beside a big ${direction}`;
  return atMs < aloneMs ? 'small messages alone' : `a big ${direction} is under way`;
}

function mostMbps({ bulk }: RaceLane): number {
  if (bulk === null) return 0;
  // Of a second: a bin may hold what came at once.
  const bins = Math.max(1, Math.round(1_000 / bulk.binMs));
  const seconds = Array.from({ length: Math.ceil(bulk.bytes.length / bins) }, (_, second) =>
    bulk.bytes.slice(second * bins, (second + 1) * bins).reduce((sum, bytes) => sum + bytes, 0),
  );
  return (8 * Math.max(0, ...seconds)) / (bins * bulk.binMs) / 1_000;
}
