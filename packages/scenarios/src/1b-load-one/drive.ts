import type { CellRun } from '../port/cell-run.ts';
import { driveUsers } from '../families/users/drive.ts';

/** Many users each open the page and load one CoValue. */
export const drive = (run: CellRun): Promise<void> => driveUsers(run, 'load');
