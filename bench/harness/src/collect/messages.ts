import { MAX_FILE_BYTES } from '@holbench/protocol/limits';
import { amount, count, ordinal } from '@holbench/results/quantities';
import { Measurement } from '@holbench/results/sample';
import { MOST_WORKERS } from '@holbench/results/parameters';
import * as v from 'valibot';

/** Of a collector, by POST with the token (`Authorization: Bearer …`). */
export const WORKER_PATHS = { join: '/worker/join', measured: '/worker/measured' } as const;

/** Environment variables of a worker that has a collector. */
export const COLLECTOR_VARIABLES = {
  /** `https://HOST:PORT` of the collector. */
  origin: 'HOLBENCH_COLLECTOR',
  /** By which it is known, as `--target-key`; missing: an authority vouches. */
  key: 'HOLBENCH_COLLECTOR_KEY',
  /** Id of the collection that the worker belongs to. */
  collection: 'HOLBENCH_COLLECTION',
} as const;

/** A worker repeats its `Join`: more often while it waits for the others, later to show that it lives. */
export const WAITING_MS = 250;
export const ALIVE_MS = 5_000;

/** A worker's: a request that waits does not hold up the next. */
export const CONNECTIONS_PER_WORKER = 2;
export const MOST_CONNECTIONS_OF_WORKERS = CONNECTIONS_PER_WORKER * MOST_WORKERS;

/** Most bytes of a request, and measurements in it: a worker sends each user's one at a time. */
export const REQUEST_BYTES = 64 * 1024;
const MOST_MEASUREMENTS = 10;

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

/** Of a worker, which chose its id at random. */
export const Join = v.strictObject({
  id: text,
  /** Id of the collection that its command was printed for. */
  collection: text,
  /** Its scenario in bench/artillery/scenarios.yml, such as "load-text". */
  name: text,
  /** Version of its Chromium. */
  browser: text,
});
export type Join = v.InferOutput<typeof Join>;

/** What all workers of a cell are told. */
export const UsersPlan = v.strictObject({
  /** Whose functions the page is asked for, such as "1b". */
  scenario: text,
  workers: v.pipe(count, v.minValue(1), v.maxValue(MOST_WORKERS)),
  users: v.pipe(count, v.minValue(1), v.maxValue(1_000_000)),
  arrivalSeconds: amount,
  /** User n loads or creates by `seed + n`. */
  seed: count,
  /** Size of a created file, in bytes. */
  fileBytes: v.pipe(count, v.maxValue(MAX_FILE_BYTES)),
  /** Time limit of opening the page, and of the operation. */
  timeoutMs: count,
});
export type UsersPlan = v.InferOutput<typeof UsersPlan>;

export const JoinAnswer = v.variant('state', [
  /** Not all workers have come. */
  v.strictObject({ state: v.literal('waiting') }),
  v.strictObject({
    state: v.literal('begun'),
    /** From 0. */
    worker: count,
    /** Time until the first user arrives. */
    inMs: amount,
    plan: UsersPlan,
    /** By which pages are let in; null: none is needed. */
    token: v.nullable(v.string()),
  }),
]);
export type JoinAnswer = v.InferOutput<typeof JoinAnswer>;

export const Measured = v.strictObject({
  id: text,
  /** Of the requests of one worker: one that is repeated, because its answer was lost, is known by it. */
  sequence: ordinal,
  measurements: v.pipe(v.array(Measurement), v.minLength(1), v.maxLength(MOST_MEASUREMENTS)),
});
export type Measured = v.InferOutput<typeof Measured>;

/** The users of one cell, as its bench orders them. */
export const Collection = v.strictObject({
  /** Chosen at random: consecutive cells differ by it alone. */
  id: text,
  /** As in `Join`. */
  name: text,
  /** Each user has one measurement of each. */
  labels: v.pipe(v.array(text), v.minLength(1), v.maxLength(10)),
  plan: UsersPlan,
});
export type Collection = v.InferOutput<typeof Collection>;

/** What a collector tells its bench. */
export const UsersEvent = v.variant('event', [
  /** @param come how many wait now. */
  v.strictObject({ event: v.literal('joined'), come: count, browser: text }),
  /** All have come. */
  v.strictObject({ event: v.literal('begun') }),
  v.strictObject({ event: v.literal('measured'), measurements: v.array(Measurement) }),
  /** The last event. @param problem null when every user is measured. */
  v.strictObject({ event: v.literal('over'), problem: v.nullable(v.string()) }),
]);
export type UsersEvent = v.InferOutput<typeof UsersEvent>;
