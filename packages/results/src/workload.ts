import * as v from 'valibot';
import { NETWORK_PARAMETERS, RUN_PARAMETERS } from './parameters.ts';

export const NetworkParameters = v.object(schemasOf(NETWORK_PARAMETERS));

/** How much is moved over one network. */
export const Workload = v.strictObject({
  /** Payload kinds of the scenarios that have both. */
  kinds: v.array(v.picklist(['text', 'binary'])),
  ...NetworkParameters.entries,
});
export type Workload = v.InferOutput<typeof Workload>;

/** How much all networks of a run share. */
export const RunParameters = v.object(schemasOf(RUN_PARAMETERS));
export type RunParameters = v.InferOutput<typeof RunParameters>;

function schemasOf<Table extends Readonly<Record<string, { readonly schema: v.GenericSchema }>>>(
  parameters: Table,
): { readonly [Key in keyof Table]: Table[Key]['schema'] } {
  const entries = Object.entries(parameters).map(([key, { schema }]) => [key, schema]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys
  return Object.fromEntries(entries) as { [Key in keyof Table]: Table[Key]['schema'] };
}
