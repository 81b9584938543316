import { driveBesideBulk } from '../families/beside-bulk/drive.ts';
import type { CellRun } from '../port/cell-run.ts';

/** Small messages beside a big upload. */
export const drive = (run: CellRun): Promise<void> => driveBesideBulk(run, 'upload');
