import type { FinishedCell } from '@holbench/results/run-reader';
import type { Manifest } from '@holbench/results/manifest';
import type { RunNetwork } from '@holbench/results/run-network';
import type { Workload } from '@holbench/workload/workload';
import type { PayloadKind } from '@holbench/results/sample';

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

/** Begins the reason of a cell that ran and has nothing to show. */
export const NO_VALID_SAMPLES = 'no valid samples';

/** Which cells a figure is made of. */
export interface Selection {
  readonly variant: string;
  readonly network: string;
  readonly scenario: string;
  readonly kind: PayloadKind;
  /** Of a sweep; default '': the run's own settings. */
  readonly arm?: string;
  /** 6i: its number of subscribers; undefined: of any. */
  readonly fanOut?: number | undefined;
}

/** The rounds of one selection that count, or why there are none. */
export type Selected =
  | {
      readonly state: 'ok';
      /** One finished, valid cell per round; at least one. */
      readonly rounds: readonly FinishedCell[];
      /** Rounds that do not count, with their reasons. */
      readonly left: readonly string[];
    }
  | {
      readonly state: 'failed' | 'invalid' | 'unsupported' | 'not-run';
      readonly cell: string | null;
      readonly reason: string;
    };

/** What the manifest says of a network. @throws Error for one that the runs do not have. */
export function networkOf({ manifest }: Pick<ReportData, 'manifest'>, network: string): RunNetwork {
  const found = manifest.networks.find(({ profile }) => profile.id === network);
  if (!found) throw new Error(`no network ${network} in this run`);
  return found;
}

/** What was run over a network. @throws Error as `networkOf`. */
export function workloadOn(data: Pick<ReportData, 'manifest'>, network: string): Workload {
  return networkOf(data, network).workload;
}

/** Finds the cells of a selection and says which of them count. */
export function select(data: ReportData, wanted: Selection): Selected {
  const cells = data.cells.filter(
    ({ cell }) =>
      cell.variant === wanted.variant &&
      cell.network === wanted.network &&
      cell.scenario === wanted.scenario &&
      cell.kind === wanted.kind &&
      cell.arm === (wanted.arm ?? '') &&
      (wanted.fanOut === undefined || cell.fanOut === wanted.fanOut),
  );
  const rounds = cells.filter(({ cell }) => cell.status === 'ok' && cell.valid);
  const left = cells.filter((each) => !rounds.includes(each)).map(({ cell }) => cell);
  if (rounds.length > 0) {
    return {
      state: 'ok',
      rounds,
      left: left.map((cell) => `round ${cell.round} does not count: ${cell.reasons.join('; ')}`),
    };
  }
  const [cell] = left;
  if (cell) {
    const state = cell.status === 'ok' ? 'invalid' : cell.status;
    return { state, cell: cell.cell, reason: cell.reasons.join('; ') || 'no reason was stored' };
  }
  const unsupported = data.manifest.unsupported.find(({ variant }) => variant === wanted.variant);
  if (unsupported) return { state: 'unsupported', cell: null, reason: unsupported.reason };
  return { state: 'not-run', cell: null, reason: 'not part of this run' };
}

/** What the rounds of one figure have in common. */
export function figureOf({ cell }: FinishedCell): string {
  const { network, variant, scenario, kind, arm, fanOut } = cell;
  return JSON.stringify([network, variant, scenario, kind, arm, fanOut]);
}

/** The order of a report's cells. */
export function byCell({ cell: a }: FinishedCell, { cell: b }: FinishedCell): number {
  const byText = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return (
    byText(a.network, b.network) ||
    byText(a.scenario, b.scenario) ||
    byText(a.kind, b.kind) ||
    byText(a.variant, b.variant) ||
    byText(a.arm, b.arm) ||
    (a.fanOut ?? 0) - (b.fanOut ?? 0) ||
    a.round - b.round ||
    byText(a.run, b.run)
  );
}
