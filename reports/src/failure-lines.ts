import { oneLine } from '@holbench/results/run-folder-error';
import { RunFolderError } from '@holbench/results/run-folder-error';

/** What a terminal gets of an error. @param debug with the stack of what is a defect of ours. */
export function failureLines(error: unknown, debug: boolean): string[] {
  const message = oneLine(error instanceof Error ? error.message : String(error));
  if (error instanceof RunFolderError || isSystemError(error)) return [`holbench: ${message}`];
  const line = `holbench: this run cannot be reported (${message}): please report it with the run folder`;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return debug && stack !== '' ? [line, stack] : [line];
}

/** Such as a folder for the report that cannot be written. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
