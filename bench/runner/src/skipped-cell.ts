import type { Cell } from '@holbench/results/cell';
import { variant as variantOf } from '@holbench/variants/registry';
import type { CertifiedNetwork } from './network/certify-network.ts';
import type { PlannedCell } from './plan.ts';
import { type CellResult, identity } from './run-cell.ts';

/**
 * The line of a cell that nothing was started for: its variant or its network cannot be had here,
 * or its network is not what it should be; then with the reading that says so.
 */
export function skippedCell(
  planned: PlannedCell,
  run: string,
  { unsupported, refusal, record }: CertifiedNetwork & { readonly unsupported: string | null },
): CellResult {
  const now = new Date().toISOString();
  const before = unsupported === null ? record.certificate : null;
  const cell: Cell = {
    ...identity(planned, run),
    arm: planned.arm,
    factors: planned.factors,
    fanOut: planned.fanOut,
    seed: planned.seed,
    startedAt: now,
    endedAt: now,
    status: unsupported === null ? 'failed' : 'unsupported',
    reasons: [unsupported ?? refusal ?? 'no reason was given'],
    valid: false,
    protocol: { expected: variantOf(planned.variant).protocol, client: {}, server: {} },
    samples: 0,
    server: null,
    phases: [],
    resources: null,
    limiter: null,
    certificate: before && { before, after: null },
  };
  return { cell, samples: [], versions: null };
}
