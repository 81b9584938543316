import {
  LANE_BIN_MS,
  type LaneCommand,
  type LaneOutcome,
  LaneReport,
} from '@holbench/client/lane/lane-messages';
import { element } from '@holbench/client/page/element';
import { isGivenUp } from '@holbench/scenarios/families/beside-bulk/probe-latencies';
import * as v from 'valibot';
import { LANE_READY, type LiveIndex, type RaceLane } from '../../../src/race/race.ts';
import { SeenLane } from '../../../src/save/seen.ts';
import type { RaceChoice } from './live-controls.ts';

/** Before a lane that broke is loaded again, in ms. */
const AGAIN_MS = 2_000;
/** A lane itself gives up after 30 s; a server that is down lets it say nothing. */
const CONNECT_MS = 35_000;
/** One breakdown has several, and more say no more. */
const MOST_REASONS = 3;

export type LaneState =
  | { readonly is: 'connecting' }
  | { readonly is: 'ready' }
  | { readonly is: 'broken'; readonly reason: string };

type Described = LiveIndex['lanes'][number] & { readonly origin: string };

/** A page of a variant's own origin, in a frame, and what it has reported of this race. */
export class LiveLane {
  /** Grows while the race goes on. */
  readonly lane: RaceLane;
  readonly #origin: string;
  readonly #frame = element('iframe', {
    allow: 'cross-origin-isolated',
    title: '',
    'aria-hidden': 'true',
    tabindex: '-1',
  });
  readonly #onState: (state: LaneState) => void;
  #state: LaneState = { is: 'connecting' };
  /** Until it is loaded again. */
  #again: ReturnType<typeof setTimeout> | undefined;
  #began: { readonly atMs: number; endMs: number | null } | null = null;
  /** Index of the first message of this race. */
  #first: number | null = null;
  #idle = Promise.withResolvers<void>();
  /** How each message of this race ended; null: not yet. */
  #outcomes: (LaneOutcome | null)[] = [];
  /** When its race began, on the clock of `Date`. */
  #startedAtMs = 0;
  #stoppedMs: number | null = null;
  #raced = 1;
  /** Whether the page of its server is in the frame. */
  #isLoaded = false;
  /** Why it is not to be saved: its page broke, or its transfer was cut. */
  #isBroken = false;

  constructor(described: Described, onState: (state: LaneState) => void) {
    const { origin, variant, code, title, colour, protocol } = described;
    this.#origin = origin;
    this.#onState = onState;
    this.lane = {
      variant,
      code,
      title,
      colour,
      protocol,
      settings: '',
      delay: null,
      lost: null,
      seen: { page: {}, server: {} },
      reasons: [],
      messages: [],
      besideMs: null,
      bulk: null,
      endMs: 0,
    };
    window.addEventListener('message', (event) => this.#receive(event));
    // A browser's page of an error says nothing: the server is not there yet.
    this.#frame.addEventListener('load', () => {
      setTimeout(() => {
        if (!this.#isLoaded && this.#state.is === 'connecting') this.#load();
      }, AGAIN_MS);
    });
    document.body.append(this.#frame);
    this.#load();
  }

  get isReady(): boolean {
    return this.#state.is === 'ready';
  }

  /** Whether the first bytes of its transfer have moved. */
  get isBeside(): boolean {
    return this.lane.besideMs !== null;
  }

  /** Since its race began, until its end. */
  get atMs(): number {
    if (this.#began === null) return 0;
    return (this.#began.endMs ?? now()) - this.#began.atMs;
  }

  /** Forgets its race. */
  clear(): void {
    Object.assign(this.lane, { messages: [], reasons: [], besideMs: null, bulk: null, endMs: 0 });
    this.#first = null;
    this.#began = null;
    this.#outcomes = [];
  }

  /** Says why it does not count in this race, and is not to be saved. */
  spoil(reason: string): void {
    this.#isBroken = true;
    this.#blame(reason);
  }

  /** Begins a race: messages alone. @param raced lanes that race with it, and itself. */
  begin(
    { perSecond, textBytes }: Pick<RaceChoice, 'perSecond' | 'textBytes'>,
    { seed, raced }: { readonly seed: number; readonly raced: number },
  ): void {
    this.clear();
    this.#raced = raced;
    this.#began = { atMs: now(), endMs: null };
    this.#startedAtMs = Date.now();
    this.#stoppedMs = null;
    this.#isBroken = false;
    this.#tell({ do: 'send', perSecond, textBytes, seed });
  }

  transfer(direction: 'download' | 'upload', streams: number, seed: number): void {
    this.#tell({ do: 'transfer', direction, streams, seed });
  }

  /** What is to be saved of its race; null where that was not seen to its end. */
  seen(): SeenLane | null {
    const { variant, besideMs, bulk, messages } = this.lane;
    if (this.#isBroken) return null;
    const seen = v.safeParse(SeenLane, {
      variant,
      raced: this.#raced,
      startedAtMs: this.#startedAtMs,
      besideMs,
      stoppedMs: this.#stoppedMs,
      messages: messages.map(({ sentMs }, index) => ({ sentMs, outcome: this.#outcomes[index] })),
      binBytes: bulk?.bytes,
    });
    return seen.success ? seen.output : null;
  }

  /**
   * Ends the messages and the transfer. Messages in flight are still awaited.
   * @returns resolves when none is.
   */
  async stop(): Promise<void> {
    if (!this.isReady) return;
    this.#idle = Promise.withResolvers();
    this.#stoppedMs = this.atMs;
    this.#tell({ do: 'stop' });
    await this.#idle.promise;
  }

  /** Stops its clock. */
  freeze(): void {
    if (this.#began) this.#began.endMs ??= now();
  }

  #load(): void {
    this.#isLoaded = false;
    this.#change({ is: 'connecting' });
    this.#reload(CONNECT_MS, () => {
      this.#note({ is: 'broken', reason: noAnswer(this.lane) });
    });
    const { variant } = this.lane;
    const query = new URLSearchParams({ variant, demo: location.origin });
    this.#frame.src = `${this.#origin}/lane/index.html?${query}`;
  }

  #reload(afterMs: number, how: () => void): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(how, afterMs);
  }

  #change(state: LaneState): void {
    this.#state = state;
    this.#onState(state);
  }

  /** A frame without its page would say on the console that its origin is another one. */
  #tell(command: LaneCommand): void {
    if (this.isReady) this.#frame.contentWindow?.postMessage(command, this.#origin);
  }

  #receive({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== this.#frame.contentWindow || origin !== this.#origin) return;
    const report = v.safeParse(LaneReport, data);
    if (report.success) this.#note(report.output);
  }

  #note(report: LaneReport): void {
    switch (report.is) {
      case 'loaded':
        this.#isLoaded = true;
        return;
      case 'ready':
        clearTimeout(this.#again);
        performance.mark(LANE_READY);
        return this.#change({ is: 'ready' });
      case 'broken':
        this.spoil(report.reason);
        this.#idle.resolve();
        this.#change(report);
        return this.#reload(AGAIN_MS, () => this.#load());
      case 'sent':
        return this.#noteSent(report.index, report.atMs);
      case 'ended':
        return this.#noteEnded(report.index, report.outcome);
      case 'began':
        this.lane.besideMs = Math.max(0, report.atMs - (this.#began?.atMs ?? 0));
        this.lane.bulk = { fromMs: this.lane.besideMs, binMs: LANE_BIN_MS, bytes: [] };
        return;
      case 'moved':
        this.lane.bulk?.bytes.push(report.bytes);
        return;
      case 'cut':
        return this.spoil(`the transfer was cut: ${report.reason}`);
      case 'idle':
        return this.#idle.resolve();
    }
  }

  /** Why the lane does not count in this race, once each. */
  #blame(reason: string): void {
    const { reasons } = this.lane;
    if (reasons.length < MOST_REASONS && !reasons.includes(reason)) reasons.push(reason);
  }

  #noteSent(index: number, atMs: number): void {
    const beganAtMs = this.#began?.atMs ?? 0;
    if (atMs < beganAtMs || this.#began?.endMs !== null) return;
    this.#first ??= index;
    this.#outcomes.push(null);
    this.lane.messages.push({ sentMs: atMs - beganAtMs, waitMs: null });
    this.lane.endMs = atMs - beganAtMs;
  }

  #noteEnded(index: number, outcome: LaneOutcome): void {
    const place = index - (this.#first ?? Infinity);
    const message = this.lane.messages[place];
    if (message === undefined) return;
    this.#outcomes[place] = outcome;
    if (outcome.status === 'failed') {
      // One that was given up has waited, which is what a race is to show.
      if (isGivenUp(outcome)) return;
      message.failed = true;
      this.#blame(`messages failed: ${outcome.reason}`);
    } else {
      message.waitMs = outcome.durationMs;
      const { page } = this.lane.seen;
      page[outcome.protocol] = (page[outcome.protocol] ?? 0) + 1;
    }
  }
}

function noAnswer({ protocol }: RaceLane): string {
  const flags =
    protocol === 'h3' ? '; for HTTP/3, Chromium needs the flags that the demo prints' : '';
  return `cannot connect: no answer from its server${flags}`;
}

/** The clock that pages of one machine share. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
