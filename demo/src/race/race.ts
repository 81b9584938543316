import { PROTOCOLS } from '@holbench/variants/protocols';
import { PARTS } from '@holbench/wait/parts';
import * as v from 'valibot';

/**
 * What the page plays: small messages of several transports, first alone, then beside a big transfer on
 * their own connection, on one clock. Files of a replay hold it, so their readers parse it.
 */

const milliseconds = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const text = v.pipe(v.string(), v.maxLength(10_000));

/** Of the axis of time, after the last message was sent: those in flight are seen to arrive. */
export const AFTER_MS = 3_000;

/** A load of a text of about 5 KB. Times are in ms since the race began. */
export const RaceMessage = v.strictObject({
  /** When it was to be sent. */
  sentMs: milliseconds,
  /** Until its answer; null: none came. */
  waitMs: v.nullable(count),
  /** It ended without an answer, and was not given up: it is not drawn, as it does not wait. */
  failed: v.optional(v.literal(true)),
  /** Where it waited, in ms; absent where its path was not recorded. */
  parts: v.optional(v.partial(v.strictObject(v.entriesFromList(PARTS, count)))),
  /** What the transfer had in front of it, in bytes; null: unknown. */
  ahead: v.optional(
    v.strictObject({
      queuedBytes: v.nullable(count),
      unsentBytes: v.nullable(count),
      deliveredBytes: count,
    }),
  ),
  /** How much later everything sent before it had arrived: what streams spare it. */
  sparedMs: v.optional(count),
});
export type RaceMessage = v.InferOutput<typeof RaceMessage>;

/** One transport: a variant with its settings. */
export const RaceLane = v.strictObject({
  variant: text,
  /** Its settings, as the command line takes them; '' as shipped. */
  settings: text,
  code: text,
  title: text,
  colour: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i)),
  protocol: v.picklist(PROTOCOLS),
  /** Operations by protocol, as the page saw them, and the server. */
  seen: v.strictObject({
    page: v.record(v.string(), count),
    server: v.record(v.string(), count),
  }),
  /** Why it does not count; empty for one that does. */
  reasons: v.array(text),
  /** In the order of sending. */
  messages: v.array(RaceMessage),
  /** Messages from here on are beside the transfer, from its request on; null: none are. */
  besideMs: v.nullable(count),
  /** Bytes that the transfer moved in each bin since its first ones; null: none moved. */
  bulk: v.nullable(
    v.strictObject({ fromMs: count, binMs: v.pipe(count, v.minValue(1)), bytes: v.array(count) }),
  ),
  /** In words: packets lost in the direction of the transfer, in all of the race; null: not counted. */
  lost: v.nullable(text),
  /** When its last message was sent. */
  endMs: count,
  /** In words: what `Race.delayTerm` says; null: none. */
  delay: v.nullable(text),
});
export type RaceLane = v.InferOutput<typeof RaceLane>;

export const Race = v.strictObject({
  /** Name of its file. */
  id: v.pipe(v.string(), v.regex(/^[\w.+=-]{1,150}$/)),
  network: text,
  /** `20 Mbit/s down, 10 Mbit/s up, round trip 100 ms, 0.5 % loss`. */
  link: text,
  direction: v.picklist(['download', 'upload']),
  round: count,
  /** Which connection of the round all lanes show, from 0: it has the same losses in each; null: the last one of each. */
  connection: v.nullable(count),
  /** How long the messages are alone. */
  aloneMs: count,
  /** What `delay` of its lanes is: a figure over all connections of the run, or what a lane does now. */
  delayTerm: text,
  lanes: v.array(RaceLane),
});
export type Race = v.InferOutput<typeof Race>;

/** What a page may ask to be raced: a network of the lab or the one it began with, and where the transfer goes. */
export const Choice = v.strictObject({
  network: text,
  direction: Race.entries.direction,
});
export type Choice = v.InferOutput<typeof Choice>;

/** A run whose races are played, or watched. */
export const DemoIndex = v.strictObject({
  run: text,
  /** When and where it was measured. */
  about: text,
  /** Of a place, the first one is shown first; empty while its cells are measured. */
  races: v.array(v.pick(Race, ['id', 'network', 'direction', 'round', 'connection'])),
  /** What the report of the run says first, for each network and direction. */
  places: v.array(
    v.strictObject({
      network: text,
      direction: Race.entries.direction,
      /** The best and the worst. */
      headline: text,
      statements: v.array(text),
    }),
  ),
  /** Why the race that was chosen last has nothing to play; null: this is it. */
  refused: v.nullable(text),
  /** What it is of, and what the page may ask for next; null: it is only played. */
  choices: v.nullable(v.strictObject({ ...Choice.entries, networks: v.array(text) })),
});
export type DemoIndex = v.InferOutput<typeof DemoIndex>;
/** The first file that the page loads. */
export const INDEX_PATH = 'data/demo.json';

/** What a run that goes on has so far. */
export const Watched = v.strictObject({
  said: text,
  goesOn: v.boolean(),
  race: Race,
  /** How far each lane has come, in their order, in ms. */
  lanesAtMs: v.array(count),
  /** Where each lane ends. */
  endMs: count,
});
export type Watched = v.InferOutput<typeof Watched>;
export const WATCHED_PATH = 'data/watched.json';

/** Where the page asks for another race, with a `Choice`. */
export const CHOICE_PATH = 'choice';
