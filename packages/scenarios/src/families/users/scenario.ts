import { ARTILLERY_SECONDS, pagesSeconds, transferSeconds } from '../../planned-seconds.ts';
import type { CellPlan, Scenario } from '../../scenario.ts';

type Definition = Pick<Scenario, 'id' | 'title'> & { readonly operation: 'load' | 'create' };

/** The scenarios of many users, which differ in the one operation of each. */
export function manyUsers({ operation, ...definition }: Definition): Scenario {
  // All at once, each with its own connections.
  const operations = (cell: CellPlan): number => {
    const { users } = cell.workload;
    return transferSeconds(cell, operation, users, cell.workload.userFileBytes, users);
  };
  return {
    ...definition,
    kinds: ['text', 'binary'],
    parameters: ['userFileBytes', 'users', 'arrivalSeconds'],
    features: operation === 'create' ? ['uploads'] : [],
    family: 'users',
    direction: operation === 'load' ? 'download' : 'upload',
    files: 'userFileBytes',
    plannedSeconds: (cell) => {
      const { users, arrivalSeconds } = cell.workload;
      const arrival = Math.max(arrivalSeconds, pagesSeconds(cell, users));
      return ARTILLERY_SECONDS + arrival + operations(cell);
    },
    transfers: (cell) => [operations(cell)],
  };
}
