import { fileSize, wholeNumber, wholeSeconds } from '@holbench/process/command-line';
import * as v from 'valibot';
import { MESSAGE_DEADLINE_SECONDS } from './message-deadline.ts';
import type { LinkDirection } from './network-profile.ts';
import { rateOf } from './rate-of.ts';

/** What of a network a parameter may follow from. */
export type Links = Readonly<
  Record<
    'down' | 'up',
    Pick<LinkDirection, 'rateKbps' | 'trace'> &
      Partial<Pick<LinkDirection, 'queue' | 'lossFraction'>>
  >
>;

/** A size, number or duration of the workload. A new one needs only its entry here. */
export interface Parameter<Schema extends v.GenericSchema = v.GenericSchema> {
  /** For the plan, before the value: what is counted, with its unit; sizes have their own. */
  readonly about: string;
  readonly schema: Schema;
  /** Option of the command line that sets it, as in `FLAGS`; null for none. */
  readonly flag: FlagName | null;
  /** Of a block that says nothing else. */
  readonly value: v.InferOutput<Schema>;
  /** The same over shaped networks, where it differs, because transfers take longer there. */
  readonly shaped?: v.InferOutput<Schema>;
  /** The value of networks that are compared and move the same, equally often, instead of both. */
  readonly ofNetworks?: (networks: readonly Links[]) => number;
}

/** Options of the command line that set parameters, by commander's name; their limits are a run's. */
export const FLAGS = {
  fileSize: { flag: '--file-size <size>', help: 'size of files, e.g. 50MiB', parse: fileSize },
  users: { flag: '--users <n>', help: 'virtual users', parse: wholeNumber(1, 10_000) },
  connections: {
    flag: '--connections <n>',
    help: 'fresh connections of a cell beside a transfer, one after the other',
    parse: wholeNumber(1, 1_000),
  },
  otherConnections: {
    flag: '--other-connections <n>',
    help: 'of these connections, measured also with the transfer on another connection, for what sharing adds',
    parse: wholeNumber(0, 1_000),
  },
  transferTime: {
    flag: '--transfer-time <time>',
    unit: 's',
    help: 'length of the transfer on each of them, e.g. 60s (default: 10s)',
    // Figures are of the first ten seconds.
    parse: wholeSeconds('--transfer-time', 10, 300),
  },
  deadline: {
    flag: '--deadline <time>',
    unit: 's',
    help: 'a message without an answer is given up after it, e.g. 35s (default: 20s)',
    parse: wholeSeconds('--deadline', 5, 120),
  },
  probeRate: {
    flag: '--probe-rate <n>',
    help: 'timed messages per second',
    parse: wholeNumber(1, 200),
  },
} as const;
export type FlagName = keyof typeof FLAGS;

const KIB = 1024;
const MIB = 1024 * KIB;

const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0));
const batches = v.pipe(v.array(count), v.minLength(1));

/**
 * Timed messages per second. A page has 100 streams on a connection of HTTP/2, and gives a message up after 20 s: with
 * five a second or more, messages without answers would wait in the browser for a stream.
 */
const PER_SECOND = 4;

/** Parameters of what moves; each block of a run has a value of each. */
export const PARAMETERS = {
  fileBytes: parameter({
    about: 'size of each file of one user’s batches',
    flag: 'fileSize',
    schema: count,
    // The slowest variant takes half a minute to create ten of the published 50 MiB.
    value: 5 * MIB,
    shaped: 128 * KIB,
  }),
  userFileBytes: parameter({
    about: 'size of each file of many users',
    flag: 'fileSize',
    schema: count,
    value: 5 * MIB,
    shaped: 128 * KIB,
  }),
  textBatches: parameter({
    about: 'texts loaded or created at once, one batch after the other',
    flag: null,
    schema: batches,
    value: [10, 20, 30, 50, 100],
  }),
  binaryBatches: parameter({
    about: 'files loaded or created at once, one batch after the other',
    flag: null,
    schema: batches,
    value: [10],
  }),
  mutations: parameter({
    about: 'mutations of the producer',
    flag: null,
    schema: count,
    value: 50,
    shaped: 10,
  }),
  connections: parameter({
    about: 'fresh connections of a cell beside a bulk transfer, one after the other',
    flag: 'connections',
    schema: v.optional(v.pipe(count, v.integer()), 0),
    value: 3,
    ofNetworks: (all) => Math.max(...all.map(connections)),
  }),
  otherConnections: parameter({
    about: 'of these, measured also with the transfer on another connection',
    flag: 'otherConnections',
    schema: v.optional(v.pipe(count, v.integer()), 0),
    value: 0,
  }),
  aloneSeconds: parameter({
    about: 'messages of a connection before its transfer, in seconds',
    flag: null,
    schema: v.optional(count, 0),
    value: 4,
  }),
  transferSeconds: parameter({
    about: 'messages of a connection from the beginning of its transfer on, in seconds',
    flag: 'transferTime',
    schema: v.optional(count, 0),
    value: 10,
  }),
  deadlineSeconds: parameter({
    about: 'time after which a message without an answer is given up, in seconds',
    flag: 'deadline',
    schema: v.optional(positive, MESSAGE_DEADLINE_SECONDS),
    value: MESSAGE_DEADLINE_SECONDS,
  }),
  probesPerSecond: parameter({
    about: 'timed messages per second, both kinds together',
    flag: 'probeRate',
    schema: positive,
    value: PER_SECOND,
    ofNetworks: (all) => Math.min(...all.map(probesPerSecond)),
  }),
  bulkFileBytes: parameter({
    about: 'size of each file of the bulk transfer',
    flag: 'fileSize',
    schema: count,
    value: 50 * MIB,
  }),
  users: parameter({
    about: 'virtual users, spread evenly over the arrival time',
    flag: 'users',
    schema: count,
    value: 4,
  }),
  arrivalSeconds: parameter({
    about: 'arrival time of all users, in seconds',
    flag: null,
    schema: count,
    value: 1,
  }),
  subscribers: parameter({
    about: 'pages that subscribe, beside the one that mutates',
    flag: null,
    schema: count,
    value: 5,
  }),
};
export type ParameterName = keyof typeof PARAMETERS;

/** Checks what a parameter's values are; the tables keep the type of each. */
function parameter<Schema extends v.GenericSchema>(definition: Parameter<Schema>) {
  return definition;
}

/**
 * Connections of a cell; a run has two rounds of it or more. Where packets are lost, connections differ far more, and each
 * of five strata of the first loss has one (docs/reference/statistics.md).
 */
function connections({ down, up }: Links): number {
  return [down, up].some(({ lossFraction = 0 }) => lossFraction > 0) ? 5 : 3;
}

/** Where messages wait long in the link itself: one of each kind. */
const LEAST_PER_SECOND = 2;
/** What a queue may hold, in seconds of the link's rate. */
const SHORT_QUEUE_SECONDS = 0.5;
/** Share of the network's rate that messages may take: `PTC` of draft-ietf-ippm-responsiveness. */
const SHARE = 0.05;
/** A message with its headers, in the mean of both kinds: a text, or a mutation and its event. */
const DOWN_BYTES = 3_500;
const UP_BYTES = 700;
const MTU_BYTES = 1_500;

/**
 * Timed messages per second over a network: 4; or 2 where a queue can hold more than half a second, or where 4 would
 * use more than a twentieth of either direction. Precision does not come from the rate: nearly all of the variance is
 * between connections.
 */
function probesPerSecond({ down, up }: Links): number {
  const takesFew = [down, up].some((link) => queueSeconds(link) > SHORT_QUEUE_SECONDS);
  const isSlow = exceeds(down, DOWN_BYTES) || exceeds(up, UP_BYTES);
  return takesFew || isSlow ? LEAST_PER_SECOND : PER_SECOND;
}

function exceeds(link: Links['down'], bytes: number): boolean {
  return PER_SECOND * bytes * 8 > SHARE * (rateOf(link)?.meanKbps ?? Infinity) * 1_000;
}

/** How long the link takes to empty a full queue, in seconds. CoDel keeps its own short. */
export function queueSeconds(link: Links['down']): number {
  const { queue } = link;
  if (!queue || queue.kind === 'codel') return 0;
  const bytes = queue.kind === 'droptail' ? queue.limitBytes : queue.limitPackets * MTU_BYTES;
  return (bytes * 8) / ((rateOf(link)?.meanKbps ?? Infinity) * 1_000);
}
