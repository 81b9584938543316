import * as v from 'valibot';
import { PARAMETERS } from './parameters.ts';

/** How much moves in the cells of a block. */
export const Workload = v.strictObject(schemasOf(PARAMETERS));
export type Workload = v.InferOutput<typeof Workload>;

function schemasOf<Table extends Readonly<Record<string, { readonly schema: v.GenericSchema }>>>(
  parameters: Table,
): { readonly [Key in keyof Table]: Table[Key]['schema'] } {
  const entries = Object.entries(parameters).map(([key, { schema }]) => [key, schema]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys
  return Object.fromEntries(entries) as { [Key in keyof Table]: Table[Key]['schema'] };
}
