import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@holbench/process/project-root';

export function projectFile(path: string): Promise<string> {
  return readFile(join(PROJECT_ROOT, path), 'utf8');
}
