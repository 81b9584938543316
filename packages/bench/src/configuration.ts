import type { Manifest } from '@holbench/results/manifest';
import type { PayloadKind } from '@holbench/results/sample';
import { variantIds } from '@holbench/variants/registry';
import { PRESETS, type PresetName } from './presets.ts';
import { SCENARIO_IDS, type ScenarioId } from './scenarios/scenario-ids.ts';

/** What a run does, as its manifest records it. */
export type Configuration = Manifest['config'] & { readonly scenarios: readonly ScenarioId[] };

/** What the command line may say over its preset. */
export interface Overrides {
  readonly variants?: readonly string[];
  readonly networks?: readonly NetworkId[];
  readonly scenarios?: readonly ScenarioId[];
  readonly kinds?: readonly PayloadKind[];
  readonly rounds?: number;
  readonly seed?: number;
  /** Size of the binary CoValues' files, in bytes. */
  readonly fileSize?: number;
  readonly users?: number;
}

export const KINDS = ['text', 'binary'] as const satisfies PayloadKind[];

/** `none` is loopback; emulated networks come with the emulator. */
export const NETWORKS = ['none'] as const;
export type NetworkId = (typeof NETWORKS)[number];

/** The preset, and over it whatever was chosen. Names keep the order of the registries. */
export function configure(name: PresetName, overrides: Overrides = {}): Configuration {
  const { title: _title, ...preset } = PRESETS[name];
  return {
    ...preset,
    preset: name,
    textBatches: [...preset.textBatches],
    binaryBatches: [...preset.binaryBatches],
    variants: chosen(variantIds(), overrides.variants),
    networks: chosen(NETWORKS, overrides.networks),
    scenarios: chosen(SCENARIO_IDS, overrides.scenarios),
    kinds: chosen(KINDS, overrides.kinds),
    rounds: overrides.rounds ?? preset.rounds,
    seed: overrides.seed ?? 1,
    fileBytes: overrides.fileSize ?? preset.fileBytes,
    userFileBytes: overrides.fileSize ?? preset.userFileBytes,
    users: overrides.users ?? preset.users,
  };
}

/** Size in bytes of the files that a scenario moves. */
export function fileBytesOf(configuration: Configuration, scenario: ScenarioId): number {
  const users = scenario === '1b' || scenario === '2d';
  return users ? configuration.userFileBytes : configuration.fileBytes;
}

function chosen<Name extends string>(
  known: readonly Name[],
  choice: readonly string[] = known,
): Name[] {
  return known.filter((name) => choice.includes(name));
}
