import { ServerFactors } from '@holbench/core/server/factors';
import { ServerSummary } from '@holbench/core/server/summary';
import { MAX_FILE_BYTES } from '@holbench/protocol/wire-limits';
import { CellResources } from '@holbench/results/resources';
import { TargetMachine } from '@holbench/results/target-machine';
import * as v from 'valibot';

/** Of these orders. Both sides must have the same. */
export const CONTROL_VERSION = 5;

/** The helper listens at the port after the variant's. */
export const controlPort = (port: number): number => port + 1;

/** Of a request: whose bench it is. Drawn by the bench. */
export const SESSION_HEADER = 'holbench-session';

/** An answer to `watch` comes after this time at the latest. */
export const WATCH_MS = 5_000;
/** A bench that has asked nothing for so long has left. */
export const LEASE_MS = 3 * WATCH_MS;

/** Most bytes of an order, and of an answer: a summary has up to 100 000 stamps of loads. */
export const ORDER_BYTES = 64 * 1024;
export const ANSWER_BYTES = 8 * 1024 * 1024;

/** Which start of processes in this session, from 1 on. */
const startNumber = v.pipe(v.number(), v.integer(), v.minValue(1));

const order = <Asked extends v.ObjectEntries, Answer extends v.ObjectEntries>(
  asked: Asked,
  answer: Answer,
) => ({ asked: v.strictObject(asked), answer: v.strictObject(answer) });

/** What a bench asks of the helper at the target: `POST /NAME`, with JSON in the body and in the answer. */
export const ORDERS = {
  /** Begins a session, of one bench at a time. */
  begin: order(
    {},
    {
      controlVersion: v.number(),
      protocolVersion: v.number(),
      machine: TargetMachine,
      /** Variants that cannot run there, and why. */
      unsupported: v.array(v.strictObject({ variant: v.string(), reason: v.string() })),
    },
  ),
  /** Fresh processes of a variant, at the port that the target was given. Those before end. */
  start: order(
    {
      variant: v.pipe(v.string(), v.maxLength(100)),
      fileBytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_FILE_BYTES)),
      factors: ServerFactors,
    },
    { start: startNumber, versions: v.record(v.string(), v.string()) },
  ),
  /** Records the resources of these processes, from now on. */
  record: order({}, {}),
  /** A new series of datagrams that are sent back: counts from 0. Each begins with `id`, in hexadecimal. */
  echo: order({}, { id: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)) }),
  /** Ends these processes. */
  stop: order(
    {},
    {
      /** Null when the server ended without one. */
      summary: v.nullable(ServerSummary),
      /** Of server and proxy, and of the machine; null where nothing was recorded. */
      resources: v.nullable(v.omit(CellResources, ['eventLoop'])),
    },
  ),
  /** Asked again and again: how the processes of a start ended without being asked to; null: they have not. */
  watch: order({}, { ended: v.nullable(v.strictObject({ start: startNumber, how: v.string() })) }),
  leave: order({}, {}),
};

export type OrderName = keyof typeof ORDERS;
export type Asked<Name extends OrderName> = v.InferOutput<(typeof ORDERS)[Name]['asked']>;
export type Answer<Name extends OrderName> = v.InferOutput<(typeof ORDERS)[Name]['answer']>;

/** What moves bytes to measure the network. */
export const PROBE_PATHS = { down: '/down', up: '/up' } as const;
