import { isShaped } from '@holbench/results/is-shaped';
import { hasFeature } from '@holbench/scenarios/registry';
import type { Configuration } from '../configuration.ts';
import type { PlannedCell } from '../plan.ts';

/**
 * Whether the ways of a cell's messages are recorded: beside a bulk transfer, over a shaped network, in the
 * rounds that were asked for.
 */
export function isRecorded(
  { scenario, network, round }: Pick<PlannedCell, 'scenario' | 'network' | 'round'>,
  which: Configuration['recordWait'],
): boolean {
  if (!hasFeature(scenario, 'bulk') || !isShaped(network.profile)) return false;
  return which === 'all' || (which === 'first' && round === 0);
}
