import type { Versions } from '@holbench/harness/readiness/check';
import type { Cell } from '@holbench/results/cell';
import type { Measurement, Sample } from '@holbench/results/sample';
import { variant as variantOf } from '@holbench/variants/registry';
import type { CertifiedNetwork } from './network/certify-network.ts';
import type { PlannedCell } from './plan.ts';

export interface CellResult {
  /** Of what the variant stands on, as it reported; null where it never answered. */
  readonly versions: Versions | null;
  readonly cell: Cell;
  readonly samples: readonly Sample[];
}

/** What a cell's line and each of its samples say of where they belong. */
export function identity(
  planned: PlannedCell,
  run: string,
): Omit<Sample, 'warmup' | keyof Measurement> {
  const { id: cell, variant, network, scenario, kind, round } = planned;
  return { run, cell, variant, network: network.profile.id, scenario, kind, round };
}

/**
 * The line of a cell that nothing was started for: its variant or its network cannot be had here,
 * or its network is not what it should be; then with the reading that says so.
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
  return { cell, samples: [], versions: null };
}

/** What is known of a cell in which nothing was measured, as it ends now. */
export function emptyCell(planned: PlannedCell, run: string): Cell {
  const now = new Date().toISOString();
  const { arm, factors, fanOut, seed } = planned;
  return {
    ...identity(planned, run),
    arm,
    factors,
    fanOut,
    seed,
    startedAt: now,
    endedAt: now,
    status: 'failed',
    reasons: [],
    valid: false,
    protocol: { expected: variantOf(planned.variant).protocol, client: {}, server: {} },
    samples: 0,
    server: null,
    phases: [],
    resources: null,
    limiter: null,
    certificate: null,
  };
}
