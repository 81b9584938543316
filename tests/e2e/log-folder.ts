import { join } from 'node:path';
import type { WorkerInfo } from '@playwright/test';

/** Of a worker's server and browser: workers of one project run at the same time. */
export function logFolderOf(
  root: string,
  { project, parallelIndex }: Pick<WorkerInfo, 'project' | 'parallelIndex'>,
): string {
  return join(root, 'test-results', 'e2e-logs', `${project.name}-${parallelIndex}`);
}
