import type { Settings } from '@holbench/results/settings';
import type { Variant } from '@holbench/variants/registry';
import type { PayloadKind } from '@holbench/results/sample';

/** What a cell is, as far as it decides which factors make a difference to it. */
export interface Touched {
  readonly variant: Variant;
  readonly scenario: string;
  readonly kind: PayloadKind;
}

/** Something that a run sets, and a sweep varies: how it is read. How it is spelled: `formatSetting`. */
export interface Factor<Key extends keyof Settings = keyof Settings> {
  readonly key: Key;
  /** For `--help`. */
  readonly argument: string;
  readonly help: string;
  /** @throws UserError that names the spellings. `of` is the name under which the text was given. */
  readonly parse: (text: string, of: string) => Settings[Key];
  /** Whether another value can make a difference; where it cannot, a sweep plans no cell for it. */
  readonly touches: (cell: Touched) => boolean;
}
