import type { PayloadKind } from '@holbench/results/sample';

/** What every operation of a page is given. */
export interface OperationSpec {
  readonly kind: PayloadKind;
  /** An operation that takes longer has failed with the code `timeout`. */
  readonly timeoutMs: number;
  /** Seeds which CoValues are loaded and what created ones hold. */
  readonly seed: number;
}
