import type { NetworkProfile } from '@holbench/results/network-profile';
import type { ParameterName } from '@holbench/results/parameters';
import type { PayloadKind } from '@holbench/results/sample';
import type { Workload } from '@holbench/results/workload';
import { LEAST_RTT_MS } from '@holbench/scenarios/claims/link-conditions';

/** Parameters of the workload. */
export type Amounts = { readonly [Key in ParameterName]?: number | readonly number[] };

/** A network of a claim’s cells, and how much moves over it where that is not as the lab has it. */
export interface ClaimNetwork {
  readonly name: string;
  /** Options that change it, as on the command line. */
  readonly options?: Readonly<Partial<Record<'down' | 'loss' | 'queue', string>>>;
  readonly workload: Amounts;
}

/** A round has one connection: verdicts rest on numbers that nothing shares. */
const FRESH = { connections: 1 };

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

export const CLEAN: ClaimNetwork = {
  name: 'reference-4g',
  options: { loss: '0%' },
  workload: FRESH,
};
/** The Reno ceiling is a mean over many losses: of fewer its beginning shows. */
export const RENO_LOSSES = 30;
/**
 * Without a transfer, 26 s have 104 messages, so that losses meet some of them. With one of 1.4 Mbit/s, 30 s after the
 * first ten have 36 losses.
 */
export const LOSSY: ClaimNetwork = {
  name: 'reference-4g',
  options: { loss: '1%' },
  workload: { ...FRESH, aloneSeconds: 26, transferSeconds: 40 },
};
export const PLAIN: ClaimNetwork = { name: 'ideal', workload: FRESH };

/**
 * With 32 tests in a report the smallest p must reach 0.0016: eleven rounds that agree have 0.0005, and
 * may pay for a hypothesis with two sides.
 */
const ROUNDS = 11;

/** Most claims are of messages beside a download over a link without losses. */
export function claimRun(
  run: Pick<ClaimRun, 'id' | 'cells' | 'over' | 'needs'> & Partial<ClaimRun>,
): ClaimRun {
  const download = { scenario: 'download', kind: 'text', networks: [CLEAN] } as const;
  return { ...download, rounds: ROUNDS, tries: twoSided, ...run };
}

export const only = (...variants: string[]): ClaimCells[] =>
  variants.map((variant) => ({ variants: [variant] }));
export const oneSided = (): Tries => ({ supported: 1, contradicted: 1 });
/** It holds if all of its parts do, and fails if one of two does. */
const twoSided = (): Tries => ({ supported: 1, contradicted: 2 });

export const WITH_BBR = { flag: 'tcp-cc', value: 'bbr' };
export const WITH_SHORT_BUFFER = { flag: 'notsent-lowat', value: '16k' };

/** What `canFillItsQueue` needs, in words. */
export const FILLED = `a network without losses, with a rate and a round trip of ${LEAST_RTT_MS} ms or more`;
