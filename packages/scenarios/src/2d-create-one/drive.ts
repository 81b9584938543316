import type { CellRun } from '../port/cell-run.ts';
import { driveUsers } from '../families/users/drive.ts';

/** Many users each open the page and create one CoValue. */
export const drive = (run: CellRun): Promise<void> => driveUsers(run, 'create');
