import { join } from 'node:path';

/** `2026-11-21T05-20-33Z-smoke`: sorts by time and is a folder's name everywhere. */
export function runId(preset: string): string {
  return `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z-${preset}`;
}

/** Where a run is written by default. */
export function defaultRunFolder(root: string, run: string): string {
  return join(root, 'reports/runs', run);
}
