import { workloadAt } from '@holbench/results/block';
import type { Round } from '@holbench/scenarios/metric';
import { inDirection } from '@holbench/scenarios/planned-seconds';
import { directionOf } from '@holbench/scenarios/registry';
import type { Cell } from '@holbench/results/cell';
import type { FinishedCell } from '@holbench/results/run-reader';
import { isShaped } from '@holbench/results/is-shaped';
import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';

/** The runs that one report is about, merged. */
export interface ReportData {
  readonly runs: readonly string[];
  /** Of the first run; what decides comparability is the same in all. */
  readonly manifest: Manifest;
  /** Of each of `runs`. */
  readonly manifests?: ReadonlyMap<string, Manifest>;
  readonly cells: readonly FinishedCell[];
  readonly warnings: readonly string[];
}

/** What the rounds of one figure have in common. */
const OF_FIGURE = ['network', 'variant', 'scenario', 'kind', 'arm'] as const;
type Selection = Pick<Cell, (typeof OF_FIGURE)[number]>;

/** The rounds of one selection that count, or why there are none. */
export type Selected =
  | {
      readonly state: 'ok';
      /** One finished, valid cell per round; at least one. */
      readonly rounds: readonly FinishedCell[];
    }
  | {
      readonly state: 'failed' | 'invalid' | 'unsupported' | 'not-run';
      readonly cell: string | null;
      readonly reason: string;
    };

/** The networks in the order of a report: what is shaped says more of transports than what is not. */
export function networksOf({ manifest }: Pick<ReportData, 'manifest'>): RunNetwork[] {
  return manifest.networks.toSorted(
    (a, b) => Number(isShaped(b.profile)) - Number(isShaped(a.profile)),
  );
}

/** What the manifest says of a network. @throws Error for one that the runs do not have. */
export function networkOf({ manifest }: Pick<ReportData, 'manifest'>, network: string): RunNetwork {
  const found = manifest.networks.find(({ profile }) => profile.id === network);
  if (!found) throw new Error(`no network ${network} in this run`);
  return found;
}

/** Whether the link of a place loses packets of its transfer at random. */
export function losesAt(
  data: Pick<ReportData, 'manifest'>,
  { network, scenario }: { readonly network: string; readonly scenario: string },
): boolean {
  const { profile } = networkOf(data, network);
  return inDirection(profile, directionOf(scenario)).lossFraction > 0;
}

/** A finished cell with the network and the workload that it ran with. */
export function roundOf(
  data: Pick<ReportData, 'manifest'>,
  finished: FinishedCell,
): Round & FinishedCell {
  const { cell } = finished;
  const network = networkOf(data, cell.network);
  return { ...finished, network, workload: workloadAt(data.manifest, cell) };
}

export const CELL_STATES = ['valid', 'invalid', 'failed', 'unsupported'] as const;

export function cellState({ status, valid }: Cell): (typeof CELL_STATES)[number] {
  if (status !== 'ok') return status;
  return valid ? 'valid' : 'invalid';
}

/** Finds the cells of a selection and says which of them count. */
export function select(data: ReportData, wanted: Selection): Selected {
  const cells = data.cells.filter(({ cell }) =>
    OF_FIGURE.every((key) => cell[key] === wanted[key]),
  );
  const rounds = cells.filter(({ cell }) => cellState(cell) === 'valid');
  if (rounds.length > 0) return { state: 'ok', rounds };
  const [first] = cells;
  if (first) {
    const { cell } = first;
    const state = cell.status === 'ok' ? 'invalid' : cell.status;
    return { state, cell: cell.cell, reason: cell.reasons.join('; ') || 'no reason was stored' };
  }
  const unsupported = data.manifest.unsupported.find(({ variant }) => variant === wanted.variant);
  if (unsupported) return { state: 'unsupported', cell: null, reason: unsupported.reason };
  return { state: 'not-run', cell: null, reason: 'not part of this run' };
}

/** The same for all rounds of a figure. */
export function figureOf({ cell }: FinishedCell): string {
  return JSON.stringify(OF_FIGURE.map((key) => cell[key]));
}

/** By what the cells of a report are ordered. */
const ORDER = ['network', 'scenario', 'kind', 'variant', 'arm', 'round', 'run'] as const;

export function byCell({ cell: a }: FinishedCell, { cell: b }: FinishedCell): number {
  for (const key of ORDER) {
    const [x, y] = [a[key] ?? 0, b[key] ?? 0];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** Whether no bench of the lab repeats the run: it is over a network that is nobody's to make. */
export function isElsewhere({ networks }: ReportData['manifest']): boolean {
  return networks.some(({ found }) => found !== undefined);
}
