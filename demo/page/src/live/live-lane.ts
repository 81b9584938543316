import { element } from '@holbench/client/page/element';
import { LANE_BIN_MS, type LaneCommand, LaneReport } from '@holbench/client/lane/lane-messages';
import * as v from 'valibot';
import type { LiveIndex, RaceLane } from '../../../src/race/race.ts';

/** Before a lane that broke is loaded again, in ms. */
const AGAIN_MS = 2_000;

export type LaneState =
  | { readonly is: 'connecting' }
  | { readonly is: 'ready' }
  | { readonly is: 'broken'; readonly reason: string };

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
  readonly #aloneMs: number;
  readonly #onState: (state: LaneState) => void;
  #began: { readonly atMs: number; endMs: number | null } | null = null;
  /** Index of the first message of this race. */
  #first: number | null = null;

  constructor(
    { origin, variant, ...of }: LiveIndex['lanes'][number] & { readonly origin: string },
    aloneMs: number,
    onState: (state: LaneState) => void,
  ) {
    this.#origin = origin;
    this.#aloneMs = aloneMs;
    this.#onState = onState;
    this.lane = {
      variant,
      settings: '',
      code: of.code,
      title: of.title,
      colour: of.colour,
      protocol: of.protocol,
      seen: { page: {}, server: {} },
      cell: '',
      reasons: [],
      messages: [],
      bulk: null,
      endMs: 0,
      delay: null,
    };
    window.addEventListener('message', (event) => this.#receive(event));
    document.body.append(this.#frame);
    this.#load();
  }

  /** Since its race began, until its end. */
  get atMs(): number {
    if (this.#began === null) return 0;
    return (this.#began.endMs ?? now()) - this.#began.atMs;
  }

  /** Begins a race: messages alone. */
  begin(perSecond: number): void {
    const { lane } = this;
    lane.messages = [];
    lane.bulk = null;
    lane.endMs = 0;
    this.#first = null;
    this.#began = { atMs: now(), endMs: null };
    this.#tell({ do: 'send', perSecond, seed: 1 });
  }

  transfer(direction: 'download' | 'upload', streams: number): void {
    this.#tell({ do: 'transfer', direction, streams, seed: 1 });
  }

  /** Ends the messages and the transfer. What has no answer yet goes on to wait. */
  stop(): void {
    this.#tell({ do: 'stop' });
  }

  /** Its time stands from here on. */
  freeze(): void {
    if (this.#began) this.#began.endMs ??= now();
  }

  #load(): void {
    this.#onState({ is: 'connecting' });
    const { variant } = this.lane;
    const query = new URLSearchParams({ variant, demo: location.origin });
    this.#frame.src = `${this.#origin}/lane/index.html?${query}`;
  }

  #tell(command: LaneCommand): void {
    this.#frame.contentWindow?.postMessage(command, this.#origin);
  }

  #receive({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== this.#frame.contentWindow || origin !== this.#origin) return;
    const report = v.safeParse(LaneReport, data);
    if (report.success) this.#note(report.output);
  }

  #note(report: LaneReport): void {
    switch (report.is) {
      case 'ready':
        return this.#onState({ is: 'ready' });
      case 'broken':
        this.#onState(report);
        setTimeout(() => this.#load(), AGAIN_MS);
        return;
      case 'sent':
        return this.#noteSent(report.index, report.atMs);
      case 'answered':
        return this.#noteAnswered(report.index, report.waitMs, report.protocol);
      case 'began':
        return this.#noteBegan(report.atMs);
      case 'moved':
        this.lane.bulk?.bytes.push(report.bytes);
        return;
      case 'cut':
        this.lane.reasons = [`the transfer was cut: ${report.reason}`];
        return;
    }
  }

  #noteSent(index: number, atMs: number): void {
    const beganAtMs = this.#began?.atMs ?? 0;
    if (atMs < beganAtMs || this.#began?.endMs !== null) return;
    this.#first ??= index;
    this.lane.messages.push({ sentMs: atMs - beganAtMs, waitMs: null });
    this.lane.endMs = atMs - beganAtMs;
  }

  #noteAnswered(index: number, waitMs: number | null, protocol: string): void {
    const message = this.lane.messages[index - (this.#first ?? Infinity)];
    if (message === undefined || waitMs === null) return;
    message.waitMs = waitMs;
    const { page } = this.lane.seen;
    page[protocol] = (page[protocol] ?? 0) + 1;
  }

  #noteBegan(atMs: number): void {
    const sinceMs = atMs - (this.#began?.atMs ?? 0) - this.#aloneMs;
    // Until its first bytes nothing has moved.
    const empty = Math.max(0, Math.floor(sinceMs / LANE_BIN_MS));
    this.lane.bulk = { binMs: LANE_BIN_MS, bytes: Array.from({ length: empty }, () => 0) };
  }
}

/** The clock that pages of one machine share. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
