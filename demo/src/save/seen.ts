import { LANE_BIN_MS, LaneOutcome } from '@holbench/client/lane/lane-messages';
import { variantIds } from '@holbench/variants/registry';
import * as v from 'valibot';
import { ALONE_MS } from '../race/race.ts';

/**
 * What a page has seen of live races, to be saved as a run. The page sends it, so it is checked for what no
 * race can have.
 */

/** How long the messages of a live race are beside the transfer, in ms since its first bytes. */
export const BESIDE_MS = 16_000;
/** A transfer that begins later is not waited for, in ms: an upload is made and hashed first. */
export const MOST_BEGIN_MS = 10_000;
/** Longest rest of a race: a message is given up before, after `PROBE_DEADLINE_MS`. */
export const MOST_REST_MS = 21_000;
/** Timers of a busy page may be late by so much, in ms. A race that was later is not saved: its window is another one. */
const LATE_MS = 3_000;
const MOST_STOPPED_MS = ALONE_MS + MOST_BEGIN_MS + BESIDE_MS + LATE_MS;
const MOST_PER_SECOND = 100;
/** Races of one choice that are kept and saved: of twelve lanes each takes about 1 MB of the page. */
export const MOST_RACES = 30;
/** Where the page sends it. */
export const SAVE_PATH = 'save';

const time = v.pipe(v.number(), v.finite(), v.minValue(0));
const whole = v.pipe(time, v.safeInteger());

/** A message, with times in ms since its race began. */
const SeenMessage = v.strictObject({
  /** When it was to be sent. */
  sentMs: time,
  outcome: LaneOutcome,
});
export type SeenMessage = v.InferOutput<typeof SeenMessage>;

/** A lane that was seen to the end of its race: neither stopped nor cut, and each message has ended. */
export const SeenLane = v.pipe(
  v.strictObject({
    variant: v.picklist(variantIds()),
    /** Lanes that shared the link with it, and itself: seen to their end or not. */
    raced: v.pipe(whole, v.minValue(1), v.maxValue(variantIds().length)),
    /** When its race began, in ms since 1970. */
    startedAtMs: v.pipe(whole, v.maxValue(8.64e15)),
    /** When the first bytes of the transfer moved. */
    besideMs: v.pipe(time, v.minValue(ALONE_MS)),
    /** When transfer and messages were stopped. */
    stoppedMs: v.pipe(time, v.minValue(ALONE_MS + BESIDE_MS), v.maxValue(MOST_STOPPED_MS)),
    /** In the order of sending. */
    messages: v.pipe(
      v.array(SeenMessage),
      v.nonEmpty(),
      v.maxLength((MOST_PER_SECOND * (MOST_STOPPED_MS + LATE_MS)) / 1_000),
    ),
    /** Payload bytes of the transfer in bins of `LANE_BIN_MS` since its first. */
    binBytes: v.pipe(v.array(whole), v.maxLength(MOST_STOPPED_MS / LANE_BIN_MS)),
  }),
  v.check(
    ({ besideMs, stoppedMs }) => stoppedMs - besideMs >= BESIDE_MS,
    'it was beside the transfer for less than a race',
  ),
  v.check(
    ({ messages, stoppedMs }) =>
      messages.every(
        ({ sentMs, outcome }) =>
          sentMs <= stoppedMs + LATE_MS &&
          sentMs + waitMs(outcome) <= stoppedMs + MOST_REST_MS + LATE_MS,
      ),
    'a message was sent or ended after its race',
  ),
  v.check(
    ({ messages }) =>
      messages.every(({ sentMs }, index) => sentMs >= (messages[index - 1]?.sentMs ?? 0)),
    'its messages are not in the order of sending',
  ),
);
export type SeenLane = v.InferOutput<typeof SeenLane>;

/** What a person chose before a race. */
export const SeenChoice = v.strictObject({
  direction: v.picklist(['download', 'upload']),
  /** Files that the transfer moves side by side. */
  streams: v.pipe(whole, v.minValue(1), v.maxValue(8)),
  /** Small messages. */
  perSecond: v.pipe(whole, v.minValue(1), v.maxValue(MOST_PER_SECOND)),
  /** False: one lane after the other. */
  atOnce: v.boolean(),
});
export type SeenChoice = v.InferOutput<typeof SeenChoice>;

/** All races of one choice, the first one first. */
export const Seen = v.strictObject({
  choice: SeenChoice,
  races: v.pipe(
    v.array(
      v.pipe(
        v.array(SeenLane),
        v.nonEmpty(),
        v.check(
          (lanes) => new Set(lanes.map(({ variant }) => variant)).size === lanes.length,
          'a race has a lane twice',
        ),
      ),
    ),
    v.nonEmpty(),
    v.maxLength(MOST_RACES),
  ),
});
export type Seen = v.InferOutput<typeof Seen>;

/** Where it was saved, and the command that reports it; or why it was not. */
export const SaveAnswer = v.union([
  v.strictObject({ path: v.string(), command: v.string() }),
  v.strictObject({ refused: v.string() }),
]);
export type SaveAnswer = v.InferOutput<typeof SaveAnswer>;

/**
 * Seed of messages and transfer in a race of one choice: that of a bench’s round of this number, so that lanes
 * of one race are paired.
 */
export function seedOfRace(round: number): number {
  return 1 + round * 1_000_000;
}

function waitMs(outcome: LaneOutcome): number {
  return outcome.status === 'ok' ? outcome.durationMs : outcome.afterMs;
}
