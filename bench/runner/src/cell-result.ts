import type { Versions } from '@holbench/harness/readiness/check';
import type { Cell } from '@holbench/results/cell';
import type { Connection } from '@holbench/results/connection';
import type { Measurement, Sample } from '@holbench/results/sample';
import { variant as variantOf } from '@holbench/variants/registry';
import type { CertifiedNetwork } from './network/certify-network.ts';
import type { PlannedCell } from './planned-cell.ts';

export interface CellResult {
  /** Versions of the variant's server, as it reported them; null where it never answered. */
  readonly versions: Versions | null;
  readonly cell: Cell;
  readonly samples: readonly Sample[];
  readonly connections: readonly Connection[];
}

/** Fields by which a cell's line and its samples are identified. */
export function identity(
  planned: PlannedCell,
  run: string,
): Omit<Sample, 'warmup' | 'connection' | 'way' | keyof Measurement> {
  const { id: cell, variant, network, scenario, kind, round } = planned;
  return { run, cell, variant, network: network.profile.id, scenario, kind, round };
}

/**
 * The line of a cell that was not started: this machine cannot run its variant or make its network,
 * or its network is outside tolerance (then with the reading).
 */
export function skippedCell(
  planned: PlannedCell,
  run: string,
  { unsupported, refusal, record }: CertifiedNetwork & { readonly unsupported: string | null },
): CellResult {
  const before = unsupported === null ? record.certificate : null;
  const cell: Cell = {
    ...emptyCell(planned, run),
    status: unsupported === null ? 'failed' : 'unsupported',
    reasons: [unsupported ?? refusal ?? 'no reason was given'],
    certificate: before && { before, after: null },
  };
  return { cell, samples: [], connections: [], versions: null };
}

/** A cell without measurements that ends now. */
export function emptyCell(planned: PlannedCell, run: string): Cell {
  const now = new Date().toISOString();
  const { arm, factors, seed } = planned;
  return {
    ...identity(planned, run),
    arm,
    factors,
    seed,
    startedAt: now,
    endedAt: now,
    sideBySide: 1,
    status: 'failed',
    reasons: [],
    valid: false,
    protocol: {
      expected: variantOf(planned.variant).protocol,
      client: {},
      server: {},
      priorities: {},
    },
    samples: 0,
    server: null,
    connections: 0,
    link: null,
    resources: null,
    limiter: null,
    certificate: null,
    ways: null,
  };
}
