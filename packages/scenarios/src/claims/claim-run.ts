import type { NetworkProfile } from '@holbench/results/network-profile';
import type { PayloadKind } from '@holbench/results/sample';
import type { Workload } from '@holbench/results/workload';

/** With fewer rounds a claim is not tested. */
export const CLAIM_ROUNDS = 10;
/** All tests of one report together: the chance that any verdict in it is wrong. */
export const FAMILY_LEVEL = 0.05;
/** The Reno ceiling is a mean over many losses: of fewer in a window its beginning shows. */
export const RENO_LOSSES = 30;

/** A network of a claim’s cells, and for how long messages are sent at least. */
export interface ClaimNetwork {
  readonly name: string;
  /** Options that change it, as on the command line. */
  readonly options?: Readonly<Partial<Record<'down' | 'loss' | 'queue', string>>>;
  readonly windowSeconds: number;
  /** Least losses to be expected in a window of download and upload. */
  readonly windowLosses?: number;
}

/** Cells that a claim compares with its others. */
export interface ClaimCells {
  /** One of these is enough to test it; the preset runs all. */
  readonly variants: readonly string[];
  /** The factors that must differ from the run's own; missing: none does. */
  readonly changes?: readonly { readonly flag: string; readonly value: string }[];
}

/** What a test multiplies the p of its rounds by: corrections inside of one hypothesis. */
export interface Tries {
  readonly supported: number;
  readonly contradicted: number;
}

/** The cells that test one claim: report, plan and preset read this. */
export interface ClaimRun {
  readonly id: string;
  readonly scenario: string;
  readonly kind: PayloadKind;
  readonly cells: readonly ClaimCells[];
  /** Of the preset. */
  readonly networks: readonly ClaimNetwork[];
  readonly rounds: number;
  /** The networks that it is judged by at one of them, which comes last; null where that cannot show it. */
  readonly over: (
    network: NetworkProfile,
    all: readonly NetworkProfile[],
  ) => readonly NetworkProfile[] | null;
  /** Those networks, in words. */
  readonly needs: string;
  /** Whether it is tested by what moves over the network; missing: always. */
  readonly fits?: (workload: Workload) => boolean;
  readonly tries: (workload: Workload) => Tries;
}
