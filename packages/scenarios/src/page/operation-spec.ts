import type { PayloadKind } from '@holbench/results/sample';

/** Parameters of every operation of a page. */
export interface OperationSpec {
  readonly kind: PayloadKind;
  /** An operation that takes longer has failed with the code `timeout`. */
  readonly timeoutMs: number;
  /** Seed of the choice of loaded CoValues, and of the content of created ones. */
  readonly seed: number;
}
