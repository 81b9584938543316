import type { Tools } from '@holbench/harness/tools';
import { UserError } from '@holbench/process/user-error';
import {
  directionOf,
  fileBytesOf,
  hasFeature,
  SCENARIOS,
  scenarioOf,
} from '@holbench/scenarios/registry';
import { assertFulfils } from '@holbench/target/check/assert-fulfils';
import type { Target } from '@holbench/target/target';
import { isOwn, variant as variantOf } from '@holbench/variants/registry';
import type { PlannedCell } from './planned-cell.ts';

/**
 * Whether a server that nobody helps has what the cells need, some of which its contract has. A helper starts its servers with it; one that
 * runs already may hold files of another size, and their figures would stand under the wrong one.
 * @throws UserError with the first rule of the contract that it breaks, or where the contract has none of the cells.
 */
export async function assertServes(
  target: Target,
  cells: readonly PlannedCell[],
  tools: Tools,
): Promise<void> {
  if (target.machine !== null) return;
  const own = cells.filter(
    ({ variant, scenario }) => !isOwn(variant) || scenarioOf(scenario).forOwnServers,
  );
  const [first] = own;
  if (!first) {
    if (cells.length === 0) return;
    const ids = SCENARIOS.filter(({ forOwnServers }) => forOwnServers).map(({ id }) => id);
    throw new UserError(`a server of your own is measured by --scenarios ${ids.join(',')} alone`);
  }
  await assertFulfils(target, variantOf(first.variant), tools, neededBy(own));
}

/** What a server must hold, and whether files are moved to it and from it. */
export function neededBy(cells: readonly PlannedCell[]) {
  const batches = cells.filter(({ scenario }) => scenarioOf(scenario).family === 'batches');
  const files = cells.flatMap((cell) => {
    const { scenario, network, kind, factors } = cell;
    const { workload } = network;
    const bytes = fileBytesOf(workload, scenario);
    if (kind === 'binary') return { bytes, count: Math.max(...workload.binaryBatches) };
    const isBulk = hasFeature(scenario, 'bulk') && directionOf(scenario) === 'download';
    return isBulk ? { bytes, count: factors.bulkStreams } : [];
  });
  return {
    uploads: cells.some(({ scenario }) => hasFeature(scenario, 'uploads')),
    texts: Math.max(1, ...batches.flatMap(({ network }) => network.workload.textBatches)),
    downloads: files.length > 0,
    files,
  };
}
