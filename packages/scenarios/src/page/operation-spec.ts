import type { PayloadKind } from '@holbench/results/sample';

/** What every operation of a page is given. */
export interface OperationSpec {
  readonly kind: PayloadKind;
  /** An operation that takes longer has failed with the code `timeout`. */
  readonly timeoutMs: number;
  /** Seeds which CoValues are loaded and what created ones hold. */
  readonly seed: number;
}

/** `size` operations at once. */
export interface BatchSpec extends OperationSpec {
  readonly size: number;
  /** Size of each created file, in bytes. */
  readonly fileBytes: number;
}

/** One operation of one user of many. */
export interface UserSpec extends OperationSpec {
  readonly user: number;
  readonly fileBytes: number;
}
