import type { Measurement, PayloadKind } from '@holbench/results/sample';
import type { PageContext } from './page-context.ts';

/** The values of the page form. */
export interface PageForm {
  /** CoValues of a batch. */
  readonly size: number;
  /** Size of each created file, in bytes. */
  readonly fileBytes: number;
  readonly mutations: number;
  readonly seed: number;
}

/** Measurements that belong in one plot. */
export interface Series {
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

export interface OperationResult {
  readonly series: readonly Series[];
  /** Note on how it was measured; null for none. */
  readonly note: string | null;
}

/** One row of the page with a button per payload kind: a scenario that one person can run by hand. */
export interface Operation {
  readonly title: string;
  readonly describe: (kind: PayloadKind, form: PageForm) => string;
  /** Number of steps of the progress bar. */
  readonly steps: (form: PageForm) => number;
  readonly run: (
    context: PageContext,
    kind: PayloadKind,
    form: PageForm,
    onStep: () => void,
  ) => Promise<OperationResult>;
}

/** An operation by hand that takes longer has failed. */
export const OPERATION_TIMEOUT_MS = 120_000;
