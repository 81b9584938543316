import {
  type FlagName,
  type Links,
  type Parameter,
  PARAMETERS,
} from '@holbench/results/parameters';
import { Workload } from '@holbench/results/workload';
import { checkSchema } from '@holbench/results/check-schema';

/** Parameters given on the command line, by commander's names. */
export type ParameterOverrides = {
  readonly [Flag in FlagName]?: number | undefined;
};

/** What decides how much a block moves over a network, beside the command line. */
interface Place {
  /** What the block says of itself. */
  readonly own: Readonly<Record<string, unknown>>;
  /** Networks that are compared and move the same, equally often; this one among them. */
  readonly links: readonly Links[];
  readonly shaped: boolean;
}

/** The value of each parameter: as its flag says, as the block says, or as the lab has it for such a network. */
export function blockWorkload(overrides: ParameterOverrides, place: Place): Workload {
  const values = Object.entries(PARAMETERS).map(([key, parameter]: [string, Parameter]) => {
    const chosen = parameter.flag === null ? undefined : overrides[parameter.flag];
    return [key, chosen ?? place.own[key] ?? defaultOf(parameter, place)];
  });
  return checkSchema(Workload, Object.fromEntries(values));
}

function defaultOf({ value, shaped = value, ofNetworks }: Parameter, place: Place): unknown {
  if (ofNetworks) return ofNetworks(place.links);
  return place.shaped ? shaped : value;
}
