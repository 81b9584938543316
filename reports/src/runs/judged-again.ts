import type { FinishedCell } from '@holbench/results/run-reader';
import { findScenario } from '@holbench/scenarios/registry';
import { serverProtocol } from '@holbench/variants/protocols';
import { KNOWN_VARIANTS } from '@holbench/variants/registry';
import { cellState, NO_VALID_SAMPLES } from './report-data.ts';

/** A cell with what its bench, which may be an older one, did not hold against it. */
export function judgedAgain(finished: FinishedCell): FinishedCell {
  const { cell, samples } = finished;
  if (cellState(cell) !== 'valid') return finished;
  // A cell in which nothing succeeded does not count, whatever its line says.
  const problems = samples.some(({ outcome }) => outcome.status === 'ok')
    ? loadProblems(finished)
    : [`${NO_VALID_SAMPLES}: none of ${samples.length} operations succeeded`];
  if (problems.length === 0) return finished;
  return { cell: { ...cell, valid: false, reasons: [...cell.reasons, ...problems] }, samples };
}

/** As the bench judges it since it does: an older run may hold cells of another load. */
function loadProblems({ cell, samples }: FinishedCell): string[] {
  const variant = KNOWN_VARIANTS.find(({ id }) => id === cell.variant);
  if (!variant) return [];
  const served = cell.protocol.server[serverProtocol(variant)] ?? 0;
  const { bulkStreams } = cell.factors;
  const { windows } = cell;
  const evidence = { samples, windows, variant, served, bulkStreams };
  return findScenario(cell.scenario)?.problems?.(evidence) ?? [];
}
