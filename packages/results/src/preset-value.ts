import type { Links, Parameter, PresetName } from './parameters.ts';

/** Which value a preset has depends on the network. */
export interface PresetPlace {
  /** Networks that are compared and move the same, equally often; this one among them. */
  readonly alike: readonly Links[];
  readonly shaped: boolean;
}

/** The value of a parameter where no option sets it. */
export function presetValue(
  { ofNetwork, shaped, values }: Parameter,
  preset: PresetName,
  place: PresetPlace,
): unknown {
  if (ofNetwork) return Math.min(...place.alike.map(ofNetwork));
  const own = place.shaped && shaped ? shaped : values;
  return own[preset] ?? own.standard;
}
