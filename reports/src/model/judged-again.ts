import type { FinishedCell } from '@holbench/results/run-reader';
import { findScenario } from '@holbench/scenarios/registry';
import { serverProtocol, VARIANTS } from '@holbench/variants/registry';
import { NO_VALID_SAMPLES } from './report-data.ts';

/** A cell with what its bench, which may be an older one, did not hold against it. */
export function judgedAgain(finished: FinishedCell): FinishedCell {
  return withItsLoad(withoutSamples(finished));
}

/** A cell in which nothing succeeded does not count, whatever its line says. */
function withoutSamples(finished: FinishedCell): FinishedCell {
  const { cell, samples } = finished;
  const counts = cell.status === 'ok' && cell.valid;
  if (!counts || samples.some(({ outcome }) => outcome.status === 'ok')) return finished;
  const reason = `${NO_VALID_SAMPLES}: none of ${samples.length} operations succeeded`;
  return { cell: { ...cell, valid: false, reasons: [...cell.reasons, reason] }, samples };
}

/** As the bench judges it since it does: an older run may hold cells of another load. */
function withItsLoad(finished: FinishedCell): FinishedCell {
  const { cell, samples } = finished;
  if (!cell.valid) return finished;
  const variant = VARIANTS.find(({ id }) => id === cell.variant);
  if (!variant) return finished;
  const served = cell.protocol.server[serverProtocol(variant)] ?? 0;
  const { bulkStreams } = cell.factors;
  const evidence = { samples, variant, served, bulkStreams };
  const problems = findScenario(cell.scenario)?.problems?.(evidence) ?? [];
  if (problems.length === 0) return finished;
  return { cell: { ...cell, valid: false, reasons: [...cell.reasons, ...problems] }, samples };
}
