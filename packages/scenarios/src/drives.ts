import type { Drive } from './port/cell-run.ts';
import { folderOf } from './registry.ts';

/** The drive of a scenario: `drive.ts` of its folder. @throws Error for an unknown id. */
export async function driveOf(id: string): Promise<Drive> {
  const { drive }: { drive: Drive } = await import(`./${folderOf(id)}/drive.ts`);
  return drive;
}
