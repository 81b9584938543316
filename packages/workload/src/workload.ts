import * as v from 'valibot';
import { NETWORK_PARAMETERS } from './parameters.ts';

type Schemas = {
  readonly [Key in keyof typeof NETWORK_PARAMETERS]: (typeof NETWORK_PARAMETERS)[Key]['schema'];
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys
const schemas = Object.fromEntries(
  Object.entries(NETWORK_PARAMETERS).map(([key, { schema }]) => [key, schema]),
) as Schemas;

/** How much is moved over one network. */
export const Workload = v.strictObject({
  /** Payload kinds of the scenarios that have both. */
  kinds: v.array(v.picklist(['text', 'binary'])),
  ...schemas,
});
export type Workload = v.InferOutput<typeof Workload>;
