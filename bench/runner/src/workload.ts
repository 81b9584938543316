import { isShaped } from '@holbench/results/is-shaped';
import type { NetworkProfile } from '@holbench/results/network-profile';
import {
  type FlagName,
  NETWORK_PARAMETERS,
  type PresetName,
  RUN_PARAMETERS,
  type RunParameter,
} from '@holbench/workload/parameters';
import type { Workload } from '@holbench/workload/workload';

/** Parameters given on the command line, by commander's names. */
export type ParameterOverrides = {
  readonly [Flag in FlagName]?: number | readonly number[] | undefined;
};

type Parameters = Omit<Workload, 'kinds'>;

/**
 * The workload of a network: the preset's, which is less over a shaped one, or the chosen one.
 * @param alike networks that are compared in a sweep: all move the same, equally often.
 */
export function networkWorkload(
  preset: PresetName,
  profile: NetworkProfile,
  overrides: ParameterOverrides,
  alike: readonly NetworkProfile[] | null,
): Parameters {
  const values = Object.entries(NETWORK_PARAMETERS).map(([key, parameter]) => {
    const chosen = parameter.flag === null ? undefined : overrides[parameter.flag];
    if (chosen !== undefined) return [key, chosen];
    const { ofNetwork } = parameter;
    if (ofNetwork) return [key, Math.min(...(alike ?? [profile]).map(ofNetwork))];
    const shaped = alike || isShaped(profile) ? parameter.shaped?.[preset] : undefined;
    return [key, shaped ?? parameter.values[preset]];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry per parameter
  return Object.fromEntries(values) as Parameters;
}

/** Parameters that all networks of a run share. */
export function runParameters(
  preset: PresetName,
  { users }: ParameterOverrides,
): Record<RunParameter, number> {
  const { arrivalSeconds, subscribers } = RUN_PARAMETERS;
  return {
    users: typeof users === 'number' ? users : RUN_PARAMETERS.users.values[preset],
    arrivalSeconds: arrivalSeconds.values[preset],
    subscribers: subscribers.values[preset],
  };
}
