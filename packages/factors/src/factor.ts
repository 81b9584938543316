import { isOverQuic } from '@holbench/variants/protocols';
import type { Variant } from '@holbench/variants/registry';
import type * as v from 'valibot';

/** Values go into manifests, into the `--factors` of a server, and into the names of arms. */
export type FactorValue = string | number | null;

/**
 * The part that implements a factor: the server process, the browser's page, both ends of the
 * link, or the bench, which chooses the programs.
 */
export type FactorScope = 'server' | 'page' | 'link' | 'program';

/** Features of a scenario that decide which factors apply to it. */
export const FEATURES = ['bulk', 'subscribers', 'uploads'] as const;
export type ScenarioFeature = (typeof FEATURES)[number];

/** Traits of a cell that decide which factors apply to it. */
export interface CellTraits {
  readonly variant: Pick<Variant, 'transport' | 'protocol' | 'capabilities' | 'server' | 'proxy'>;
  readonly kind: 'text' | 'binary';
  readonly features: readonly ScenarioFeature[];
}

/** A property of server, page or link that a run sets and a sweep varies. */
export interface Factor<
  Key extends string = string,
  Value extends FactorValue = FactorValue,
  Scope extends FactorScope = FactorScope,
> {
  /** Its field in `FactorValues`, with the unit. */
  readonly key: Key;
  /** Its name on the command line, without the dashes, and in arm names. */
  readonly flag: string;
  /** For `--help`: placeholder of the value. */
  readonly argument: string;
  /** For `--help` and docs/settings.md: a noun phrase with unit and default. */
  readonly help: string;
  /** The same limits as `parse`. */
  readonly schema: v.GenericSchema<Value>;
  /** The value that a user of that library, kernel or browser gets; null: nothing is set. */
  readonly default: Value;
  /** @param of the option's name, for the error. @throws UserError */
  readonly parse: (text: string, of: string) => Value;
  /** A text that `parse` reads as this value. */
  readonly format: (value: FactorValue) => string;
  readonly scope: Scope;
  /** Whether another value can make a difference; if not, a sweep plans no cell. */
  readonly appliesTo: (cell: CellTraits) => boolean;
  /** Values far from the default. The conformance suite runs with those of servers. */
  readonly examples: readonly Value[];
  /** Values of other factors, by key, that make the examples effective. */
  readonly examplesNeed: Readonly<Record<string, FactorValue>>;
}

export const everywhere = (): boolean => true;
export const overTcp = ({ variant }: CellTraits): boolean => !isOverQuic(variant.protocol);
export const overHttp2 = ({ variant }: CellTraits): boolean =>
  variant.capabilities.includes('http2-settings');
export const overWebSocket = ({ variant }: CellTraits): boolean =>
  variant.transport === 'websocket';
export const withBulk = ({ features }: CellTraits): boolean => features.includes('bulk');
export const withFiles = (cell: CellTraits): boolean => cell.kind === 'binary' || withBulk(cell);
/** The file that a cell moves goes to the server. */
export const withUploads = (cell: CellTraits): boolean =>
  withFiles(cell) && cell.features.includes('uploads');
export const withSubscribers = ({ features }: CellTraits): boolean =>
  features.includes('subscribers');
