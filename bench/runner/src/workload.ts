import type { NetworkProfile } from '@holbench/results/network-profile';
import {
  type FlagName,
  NETWORK_PARAMETERS,
  type Parameter,
  type PresetName,
  RUN_PARAMETERS,
} from '@holbench/workload/parameters';
import { NetworkParameters, RunParameters } from '@holbench/workload/workload';
import { checkSchema } from '@holbench/results/check-schema';

/** Parameters given on the command line, by commander's names. */
export type ParameterOverrides = {
  readonly [Flag in FlagName]?: number | readonly number[] | undefined;
};

/**
 * The workload of a network: the preset's, which is less over a shaped one, or the chosen one.
 * @param alike networks that are compared and move the same, equally often; this one among them.
 */
export function networkWorkload(
  preset: PresetName,
  overrides: ParameterOverrides,
  { alike, shaped }: { readonly alike: readonly NetworkProfile[]; readonly shaped: boolean },
) {
  const values = valuesOf(NETWORK_PARAMETERS, overrides, (parameter) => {
    const { ofNetwork } = parameter;
    if (ofNetwork) return Math.min(...alike.map(ofNetwork));
    return (shaped ? parameter.shaped : undefined)?.[preset] ?? parameter.values[preset];
  });
  return checkSchema(NetworkParameters, values);
}

/** Parameters that all networks of a run share. */
export function runParameters(preset: PresetName, overrides: ParameterOverrides): RunParameters {
  return checkSchema(
    RunParameters,
    valuesOf(RUN_PARAMETERS, overrides, ({ values }) => values[preset]),
  );
}

/** The value of each parameter by its key: the one chosen by its flag, else `own`. */
function valuesOf(
  parameters: Readonly<Record<string, Parameter>>,
  overrides: ParameterOverrides,
  own: (parameter: Parameter) => unknown,
): Record<string, unknown> {
  const values = Object.entries(parameters).map(([key, parameter]) => {
    const chosen = parameter.flag === null ? undefined : overrides[parameter.flag];
    return [key, chosen ?? own(parameter)];
  });
  return Object.fromEntries(values);
}
