import type { PayloadKind } from '@holbench/results/sample';

/** A network of a part: as on the command line, and how much a window holds if not as by default. */
export interface PartNetwork {
  readonly name: string;
  readonly options?: Readonly<Partial<Record<'down' | 'loss' | 'queue', string>>>;
  readonly windowSeconds?: number;
  /** Least losses to be expected in a window of download and upload. */
  readonly windowLosses?: number;
}

/** Cells that a preset names: all combinations of these. */
export interface PresetPart {
  /** Ids of the claims that need it. */
  readonly claims: readonly string[];
  readonly variants: readonly string[];
  readonly scenarios: readonly string[];
  readonly kinds: readonly PayloadKind[];
  readonly networks: readonly PartNetwork[];
  /** Null: as many as the preset has. */
  readonly rounds: number | null;
  /** A single value is an arm without the run's own factors beside it. */
  readonly sweep: readonly { readonly factor: string; readonly values: readonly string[] }[];
}
