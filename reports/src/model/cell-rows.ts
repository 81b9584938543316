import type { FinishedCell } from '@holbench/results/run-reader';
import type { ReportData } from './report-data.ts';

/** One line of the table of cells. */
export interface CellRow {
  readonly cell: string;
  /** Anchor that the figures link to. */
  readonly anchor: string;
  readonly state: 'valid' | 'invalid' | 'failed' | 'unsupported';
  readonly reasons: readonly string[];
  readonly expected: string;
  readonly client: Readonly<Record<string, number>>;
  readonly server: Readonly<Record<string, number>>;
  readonly seed: number;
  readonly samples: number;
  readonly failed: number;
  /** Runs the cell again. */
  readonly command: string;
}

export function cellRows({ manifest, cells }: ReportData): CellRow[] {
  return cells.map(({ cell, samples }) => ({
    cell: cell.cell,
    anchor: cellAnchor(cell.cell),
    state: cellState(cell),
    reasons: cell.reasons,
    expected: cell.protocol.expected,
    client: cell.protocol.client,
    server: cell.protocol.server,
    seed: cell.seed,
    samples: samples.length,
    failed: samples.filter(({ outcome }) => outcome.status === 'failed').length,
    command: [
      'pnpm bench',
      `--preset ${manifest.config.preset}`,
      `--variants ${cell.variant}`,
      `--scenarios ${cell.scenario}`,
      `--networks ${cell.network}`,
      `--kinds ${cell.kind}`,
      // Rounds are seeded by their number: to come to this one, those before it run too.
      `--rounds ${cell.round + 1}`,
      `--seed ${manifest.config.seed}`,
      `--users ${manifest.config.users}`,
      ...fileSizeOption(manifest),
    ].join(' '),
  }));
}

/** The option sets the two sizes to one; where they differ, they are the preset's own. */
function fileSizeOption({ config }: ReportData['manifest']): string[] {
  return config.fileBytes === config.userFileBytes ? [`--file-size ${config.fileBytes}`] : [];
}

/** `cell-` and the cell's id, with what an anchor cannot hold replaced. */
export function cellAnchor(cell: string): string {
  return `cell-${cell.replaceAll(/[^\w-]/g, '-')}`;
}

function cellState({ status, valid }: FinishedCell['cell']): CellRow['state'] {
  if (status !== 'ok') return status;
  return valid ? 'valid' : 'invalid';
}
