import { driveBesideBulk } from '../families/beside-bulk/drive.ts';
import type { CellRun } from '../port/cell-run.ts';

/** Small messages beside a big download. */
export const drive = (run: CellRun): Promise<void> => driveBesideBulk(run, 'download');
