import type { Cell } from '@holbench/results/cell';

type Ended = Pick<Cell, 'cell' | 'status' | 'valid' | 'reasons'>;

/** How many cells ended how. */
export function countOutcomes(cells: readonly Ended[]) {
  const counts = { ok: 0, invalid: 0, failed: 0, unsupported: 0 };
  for (const { status, valid } of cells)
    counts[status === 'ok' && !valid ? 'invalid' : status] += 1;
  return counts;
}

/** A line for a run whose cells all failed or are unsupported, with the first reason; null for others. */
export function whyNothingMeasured(cells: readonly Ended[]): string | null {
  const [first] = cells;
  if (first === undefined || cells.some(({ status }) => status === 'ok')) return null;
  const { failed, unsupported } = countOutcomes(cells);
  return `nothing was measured (${failed} failed, ${unsupported} unsupported): ${first.cell}: ${first.reasons[0] ?? 'no reason was given'}; pnpm run doctor says what can run here`;
}
