import { isShaped } from '@holbench/results/is-shaped';
import { hasFeature } from '@holbench/scenarios/registry';
import type { Configuration } from '../configuration.ts';
import { FOUND } from '../network/chosen-networks.ts';
import type { PlannedCell } from '../planned-cell.ts';

/**
 * Whether the ways of a cell's messages are recorded: beside a bulk transfer, over a shaped network with both ends on
 * this machine, in the rounds that were asked for.
 */
export function isRecorded(
  { scenario, network, round }: Pick<PlannedCell, 'scenario' | 'network' | 'round'>,
  which: Configuration['recordWait'],
): boolean {
  const { profile } = network;
  if (!hasFeature(scenario, 'bulk') || !isShaped(profile) || profile.id === FOUND) return false;
  return which === 'all' || (which === 'first' && round === 0);
}
