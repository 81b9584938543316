import { byId } from '@holbench/client/page/element';
import { PARTS } from '@holbench/wait/parts';
import type { Race, RaceLane } from '../../../src/race/race.ts';
import { addedText, LaneView } from './lane-view.ts';
import { laneAt } from './lane-at.ts';
import { partsLegend } from './parts-bar.ts';
import type { Settings } from '../controls.ts';

/** After the last message was sent, so that those in flight are seen to arrive. */
const AFTER_MS = 3_000;
const LEAST_FULL_MBPS = 1;

/** All lanes of a race, drawn at one moment of it. */
export class RaceView {
  readonly endMs: number;
  readonly #race: Race;
  readonly #lanes: readonly { readonly lane: RaceLane; readonly view: LaneView }[];

  constructor(race: Race, settings: Settings) {
    this.#race = race;
    this.endMs = Math.max(0, ...race.lanes.map(({ endMs }) => endMs)) + AFTER_MS;
    const lanes = shownLanes(race.lanes, settings);
    const fullMbps = Math.max(LEAST_FULL_MBPS, ...race.lanes.map(mostMbps));
    const { aloneMs } = race;
    const { endMs } = this;
    const list = byId('lanes', HTMLOListElement);
    this.#lanes = lanes.map((lane) => ({
      lane,
      view: new LaneView(lane, { aloneMs, endMs, fullMbps }, list),
    }));
    const told = PARTS.filter((part) =>
      lanes.some(({ messages }) => messages.some(({ parts }) => (parts?.[part] ?? 0) > 0)),
    );
    const legend = byId('legend', HTMLDivElement);
    legend.hidden = told.length === 0;
    legend.replaceChildren(...partsLegend(told));
  }

  show(atMs: number): void {
    const { aloneMs, direction, link } = this.#race;
    const moments = this.#lanes.map(({ lane }) => laneAt(lane, aloneMs, atMs));
    const fullMs = Math.max(
      1,
      ...moments.map(({ parts }) => parts.reduce((sum, { ms }) => sum + ms, 0)),
    );
    for (const [index, { view }] of this.#lanes.entries()) {
      const moment = moments[index];
      if (moment) view.show(moment, atMs, fullMs);
    }
    byId('act', HTMLParagraphElement).textContent =
      `${(atMs / 1_000).toFixed(1)} s over ${link}: ${actText(atMs, aloneMs, direction)}`;
  }

  /** For those who hear the page: how each lane stands. */
  spoken(atMs: number): string {
    const said = this.#lanes.map(({ lane }) => {
      const name = lane.settings === '' ? lane.variant : `${lane.variant} with ${lane.settings}`;
      return `${name} ${addedText(laneAt(lane, this.#race.aloneMs, atMs))}`;
    });
    return `At ${Math.round(atMs / 1_000)} s, longer beside the transfer: ${said.join('; ')}.`;
  }

  close(): void {
    for (const { view } of this.#lanes) view.close();
  }
}

/** `tuned`: of each variant the lane as shipped, and the one with the most settings. */
function shownLanes(all: readonly RaceLane[], settings: Settings): readonly RaceLane[] {
  if (settings === 'all') return all;
  return [...Map.groupBy(all, ({ variant }) => variant).values()].flatMap((own) => {
    const shipped = own.filter(({ settings: of }) => of === '');
    const [most] = own.toSorted((a, b) => b.settings.length - a.settings.length);
    return settings === 'shipped' || !most ? shipped : [...new Set([...shipped, most])];
  });
}

function actText(atMs: number, aloneMs: number, direction: Race['direction']): string {
  return atMs < aloneMs
    ? 'small messages alone'
    : `the same beside a big ${direction} on their own connection`;
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
