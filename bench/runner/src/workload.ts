import {
  type FlagName,
  NETWORK_PARAMETERS,
  type Parameter,
  type PresetName,
  RUN_PARAMETERS,
} from '@holbench/results/parameters';
import { type PresetPlace, presetValue } from '@holbench/results/preset-value';
import { NetworkParameters, RunParameters } from '@holbench/results/workload';
import { checkSchema } from '@holbench/results/check-schema';

/** Parameters given on the command line, by commander's names. */
export type ParameterOverrides = {
  readonly [Flag in FlagName]?: number | readonly number[] | undefined;
};

/** The workload of a network: the preset's, which is less over a shaped one, or the chosen one. */
export function networkWorkload(
  preset: PresetName,
  overrides: ParameterOverrides,
  place: PresetPlace,
) {
  const values = valuesOf(NETWORK_PARAMETERS, overrides, (parameter) =>
    presetValue(parameter, preset, place),
  );
  return checkSchema(NetworkParameters, values);
}

/** Parameters that all networks of a run share. */
export function runParameters(preset: PresetName, overrides: ParameterOverrides): RunParameters {
  return checkSchema(
    RunParameters,
    valuesOf(RUN_PARAMETERS, overrides, ({ values }) => values[preset] ?? values.standard),
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
