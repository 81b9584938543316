import { Outcome, ProbePhase } from '@holbench/results/sample';
import * as v from 'valibot';

/**
 * What a page tells of its small messages and its transfer while they go on, where somebody watches the cell: `pnpm
 * demo`. Times are in ms since 1970.
 */

const time = v.pipe(v.number(), v.finite(), v.minValue(0));
const count = v.pipe(time, v.integer());

export const Told = v.variant('is', [
  /** Messages of a phase begin; those of *same* with the request of the transfer. */
  v.strictObject({ is: v.literal('began'), phase: ProbePhase, atMs: time }),
  /** A load was to be sent. */
  v.strictObject({ is: v.literal('sent'), phase: ProbePhase, index: count, atMs: time }),
  v.strictObject({ is: v.literal('ended'), phase: ProbePhase, index: count, outcome: Outcome }),
  /** Payload bytes of the transfer in each of its bins so far. */
  v.strictObject({
    is: v.literal('moved'),
    beganAtMs: time,
    binMs: v.pipe(time, v.minValue(1)),
    binBytes: v.array(count),
  }),
]);
export type Told = v.InferOutput<typeof Told>;

/** The function of `window` that is told; missing where nobody watches. */
export const TELL = 'holbenchTell';

/** A line of `WATCHED`: what a page told, or what became of its cell. */
export const WatchedLine = v.strictObject({
  variant: v.string(),
  what: v.variant('is', [
    ...Told.options,
    v.strictObject({ is: v.literal('starts') }),
    v.strictObject({ is: v.literal('done'), reasons: v.array(v.string()) }),
  ]),
});
export type WatchedLine = v.InferOutput<typeof WatchedLine>;

/** In the folder of a run that is watched. */
export const WATCHED = 'logs/watched.ndjson';
