import * as v from 'valibot';
import { PARAMETERS } from './parameters.ts';

/** Runs up to schema 8 measured after a ramp; those of schema 9 say that they do not. */
const afterRamp = v.optional(v.literal(0));

/** How much moves in the cells of a block. */
export const Workload = v.pipe(
  v.strictObject({
    ...schemasOf(PARAMETERS),
    /** Of scenarios that earlier versions had. */
    crowd: v.optional(v.array(v.number())),
    fanOut: v.optional(v.array(v.number())),
    windowSeconds: v.optional(v.number()),
    /** Processes of Artillery: with more than one, a run cannot be read any more. */
    workers: v.optional(v.literal(1)),
    rampSeconds: afterRamp,
    holbWindowSeconds: afterRamp,
    windowMessages: afterRamp,
    windowLosses: afterRamp,
  }),
  // Runs of before and after are compared, and made again.
  v.transform(
    ({
      crowd: _crowd,
      fanOut: _fanOut,
      windowSeconds: _window,
      workers: _workers,
      rampSeconds: _ramp,
      holbWindowSeconds: _holb,
      windowMessages: _messages,
      windowLosses: _losses,
      ...own
    }) => own,
  ),
);
export type Workload = v.InferOutput<typeof Workload>;

function schemasOf<Table extends Readonly<Record<string, { readonly schema: v.GenericSchema }>>>(
  parameters: Table,
): { readonly [Key in keyof Table]: Table[Key]['schema'] } {
  const entries = Object.entries(parameters).map(([key, { schema }]) => [key, schema]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys
  return Object.fromEntries(entries) as { [Key in keyof Table]: Table[Key]['schema'] };
}
