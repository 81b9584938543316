import type { FinishedCell } from '@holbench/results/run-reader';
import type { FactorValues } from '@holbench/factors/values';
import { cellCommand } from './bench-command.ts';
import { idText } from './id-text.ts';
import { readingLine } from './network-conditions.ts';
import { figureOf, networkOf, type ReportData } from './report-data.ts';

/** One line of the table of cells. */
export interface CellRow {
  readonly cell: string;
  readonly run: string;
  /** Anchor that the figures link to. */
  readonly anchor: string;
  /** The other rounds of the same figures. */
  readonly rounds: readonly { readonly round: number; readonly anchor: string }[];
  readonly state: 'valid' | 'invalid' | 'failed' | 'unsupported';
  readonly reasons: readonly string[];
  readonly expected: string;
  readonly client: Readonly<Record<string, number>>;
  readonly server: Readonly<Record<string, number>>;
  readonly seed: number;
  /** Of a sweep; '' for the run's own settings. */
  readonly arm: string;
  readonly factors: FactorValues;
  readonly samples: number;
  readonly failed: number;
  /** What limited it, with the figure that says so; empty where nothing could be told. */
  readonly limiter: string;
  /** Id of its network. */
  readonly profile: string;
  /** The network as measured before the cell and after it; empty where it was not. */
  readonly network: readonly string[];
  /** Runs the cell again. */
  readonly command: string;
}

export function cellRows({ manifest, manifests, cells }: ReportData): CellRow[] {
  const rounds = Map.groupBy(cells, figureOf);
  return cells.map(({ cell, samples }) => ({
    cell: cell.cell,
    run: cell.run,
    rounds: (rounds.get(figureOf({ cell, samples })) ?? [])
      .filter((other) => other.cell !== cell)
      .map(({ cell: { cell: id, round } }) => ({ round, anchor: cellAnchor(id) })),
    anchor: cellAnchor(cell.cell),
    state: cellState(cell),
    reasons: cell.reasons,
    expected: cell.protocol.expected,
    client: cell.protocol.client,
    server: cell.protocol.server,
    seed: cell.seed,
    arm: cell.arm,
    factors: cell.factors,
    samples: samples.length,
    failed: samples.filter(({ outcome }) => outcome.status === 'failed').length,
    limiter: cell.limiter?.why ?? '',
    profile: cell.network,
    network: cell.certificate ? networkLines(cell.certificate) : [],
    command: cellCommand(
      (manifests?.get(cell.run) ?? manifest).config,
      cell,
      networkOf({ manifest }, cell.network),
    ),
  }));
}

function networkLines({ before, after }: NonNullable<FinishedCell['cell']['certificate']>) {
  return [
    { when: 'before', certificate: before },
    { when: 'after', certificate: after },
  ].flatMap(({ when, certificate }) => {
    const reading = certificate?.readings.at(-1);
    return reading ? [`${when}: ${readingLine(reading)}`] : [];
  });
}

/** `cell-` and the cell's id. No two cells share one. */
export function cellAnchor(cell: string): string {
  return `cell-${cell.split('/').map(idText).join('/')}`;
}

function cellState({ status, valid }: FinishedCell['cell']): CellRow['state'] {
  if (status !== 'ok') return status;
  return valid ? 'valid' : 'invalid';
}
