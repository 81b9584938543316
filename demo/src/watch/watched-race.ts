import { PARAMETERS } from '@holbench/results/parameters';
import { isGivenUp } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import type { Told, WatchedLine } from '@holbench/scenarios/port/told';
import type { Variant } from '@holbench/variants/registry';
import { AFTER_MS, type Race, type RaceLane } from '../race/race.ts';

/** How long the messages of a connection are alone, and how long all of it is shown. */
const ALONE_MS = 1_000 * PARAMETERS.aloneSeconds.value;
export const END_MS = ALONE_MS + 1_000 * PARAMETERS.transferSeconds.value + AFTER_MS;

/** A lane whose cell waits, runs or has ended. */
class WatchedLane {
  /** Grows while its cell runs; begins anew with each connection. */
  readonly lane: RaceLane;
  /** When the messages of its connection began, in ms since 1970; null: none has. */
  #beganMs: number | null = null;
  #connections = 0;
  /** Place of each message in the lane, by its phase and index. */
  readonly #places = new Map<string, number>();

  constructor({ id, code, title, colour, protocol }: Variant) {
    this.lane = {
      variant: id,
      settings: '',
      code,
      title,
      colour,
      protocol,
      seen: { page: {}, server: {} },
      reasons: [],
      messages: [],
      besideMs: null,
      bulk: null,
      lost: null,
      endMs: 0,
      delay: 'waits for its turn',
    };
  }

  /** How far its connection has come, in ms. */
  atMs(nowMs: number): number {
    return this.#beganMs === null ? 0 : Math.min(Math.max(0, nowMs - this.#beganMs), END_MS);
  }

  note(what: WatchedLine['what']): void {
    switch (what.is) {
      case 'starts':
        this.lane.delay = 'starts its server and browser';
        return;
      case 'done':
        this.lane.reasons = what.reasons;
        this.lane.delay = what.reasons.length === 0 ? 'measured' : 'does not count';
        return;
      case 'began':
        return this.#noteBegan(what);
      case 'sent':
        this.#places.set(`${what.phase} ${what.index}`, this.lane.messages.length);
        this.lane.endMs = this.#since(what.atMs);
        this.lane.messages.push({ sentMs: this.lane.endMs, waitMs: null });
        return;
      case 'ended':
        return this.#noteEnded(what);
      case 'moved':
        this.lane.bulk = {
          fromMs: this.#since(what.beganAtMs),
          binMs: what.binMs,
          bytes: what.binBytes,
        };
    }
  }

  #noteBegan({ phase, atMs }: Extract<Told, { is: 'began' }>): void {
    if (phase !== 'alone') {
      this.lane.besideMs = this.#since(atMs);
      return;
    }
    this.#beganMs = atMs;
    this.#connections += 1;
    this.#places.clear();
    Object.assign(this.lane, { messages: [], besideMs: null, bulk: null, endMs: 0 });
    this.lane.delay = `connection ${this.#connections}`;
  }

  #noteEnded({ phase, index, outcome }: Extract<Told, { is: 'ended' }>): void {
    const message = this.lane.messages[this.#places.get(`${phase} ${index}`) ?? -1];
    if (message === undefined) return;
    if (outcome.status === 'ok') {
      message.waitMs = outcome.durationMs;
      const { page } = this.lane.seen;
      page[outcome.protocol] = (page[outcome.protocol] ?? 0) + 1;
    } else if (outcome.status === 'failed' && !isGivenUp(outcome)) message.failed = true;
  }

  #since(atMs: number): number {
    return Math.max(0, atMs - (this.#beganMs ?? atMs));
  }
}

/** The cells of a run that goes on, as lanes of one race: each shows the connection that it has opened last. */
export class WatchedRace {
  readonly #of: Pick<Race, 'id' | 'network' | 'link' | 'direction'>;
  readonly #lanes: ReadonlyMap<string, WatchedLane>;

  constructor(
    of: Pick<Race, 'id' | 'network' | 'link' | 'direction'>,
    variants: readonly Variant[],
  ) {
    this.#of = of;
    this.#lanes = new Map(variants.map((variant) => [variant.id, new WatchedLane(variant)]));
  }

  note({ variant, what }: WatchedLine): void {
    this.#lanes.get(variant)?.note(what);
  }

  /** How far each lane has come, in their order, in ms. */
  lanesAtMs(nowMs: number): number[] {
    return [...this.#lanes.values()].map((lane) => lane.atMs(nowMs));
  }

  /** As far as it has come. */
  get race(): Race {
    return {
      ...this.#of,
      round: 0,
      connection: null,
      aloneMs: ALONE_MS,
      delayTerm: 'now',
      lanes: [...this.#lanes.values()].map(({ lane }) => lane),
    };
  }
}
