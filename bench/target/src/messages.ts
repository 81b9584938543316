import { ServerFactors } from '@holbench/core/server/factors';
import { ServerSummary } from '@holbench/core/server/summary';
import { MAX_FILE_BYTES } from '@holbench/protocol/wire-limits';
import { CellResources } from '@holbench/results/resources';
import { TargetMachine } from '@holbench/results/target-machine';
import * as v from 'valibot';

/** Of these messages. Both sides must have the same. */
export const CONTROL_VERSION = 4;

/** The helper listens at the port after the variant's. */
export const controlPort = (port: number): number => port + 1;

/** Time without a packet after which TCP asks whether the other side is still there. */
export const KEEP_ALIVE_MS = 15_000;

/** Most bytes of an order, and of an event: a summary has up to 100 000 stamps of loads. */
export const ORDER_BYTES = 64 * 1024;
export const EVENT_BYTES = 8 * 1024 * 1024;

/** What a bench asks of the helper at the target, one after the other. */
export const Order = v.variant('do', [
  /** Fresh processes of a variant, at the port that the target was given. Those before end. */
  v.strictObject({
    do: v.literal('start'),
    variant: v.pipe(v.string(), v.maxLength(100)),
    fileBytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_FILE_BYTES)),
    factors: ServerFactors,
  }),
  /** Records the resources of these processes, from now on. */
  v.strictObject({ do: v.literal('record') }),
  /** A new series of datagrams that are sent back: counts from 0. */
  v.strictObject({ do: v.literal('echo') }),
  /** Ends these processes. */
  v.strictObject({ do: v.literal('stop') }),
]);
export type Order = v.InferOutput<typeof Order>;

/** What the helper answers, and says by itself. */
export const Event = v.variant('event', [
  /** The first event. */
  v.strictObject({
    event: v.literal('welcome'),
    controlVersion: v.number(),
    protocolVersion: v.number(),
    machine: TargetMachine,
    /** Variants that cannot run there, and why. */
    unsupported: v.array(v.strictObject({ variant: v.string(), reason: v.string() })),
  }),
  v.strictObject({
    event: v.literal('started'),
    versions: v.record(v.string(), v.string()),
  }),
  v.strictObject({ event: v.literal('recording') }),
  /** @param id with which each of them begins, in hexadecimal. */
  v.strictObject({ event: v.literal('echoing'), id: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)) }),
  v.strictObject({
    event: v.literal('stopped'),
    /** Null when the server ended without one. */
    summary: v.nullable(ServerSummary),
    /** Of server and proxy, and of the machine; null where nothing was recorded. */
    resources: v.nullable(v.omit(CellResources, ['eventLoop'])),
  }),
  /** An order could not be obeyed. */
  v.strictObject({ event: v.literal('refused'), message: v.string() }),
  /** By itself: one of the processes has ended. */
  v.strictObject({ event: v.literal('ended'), how: v.string() }),
]);
export type Event = v.InferOutput<typeof Event>;

/** Of the helper: its WebSocket, and what moves bytes to measure the network. */
export const CONTROL_PATH = '/control';
export const PROBE_PATHS = { down: '/down', up: '/up' } as const;
