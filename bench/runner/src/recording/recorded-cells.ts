import { isShaped } from '@holbench/results/is-shaped';
import { hasFeature } from '@holbench/scenarios/registry';
import type { Configuration } from '../configuration.ts';
import { REAL_NETWORK_ID } from '../network/chosen-networks.ts';
import type { PlannedCell } from '../planned-cell.ts';

/**
 * Whether the paths of a cell's messages are recorded: beside a bulk transfer, over a shaped network with both ends on
 * this machine, in the rounds that were asked for.
 */
export function isRecorded(
  { scenario, network, round }: Pick<PlannedCell, 'scenario' | 'network' | 'round'>,
  which: Configuration['recordWait'],
): boolean {
  const isEmulated = network.profile.id !== REAL_NETWORK_ID && isShaped(network.profile);
  if (!isEmulated || !hasFeature(scenario, 'bulk')) return false;
  return which === 'all' || (which === 'first' && round === 0);
}
