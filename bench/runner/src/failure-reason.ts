import { stripVTControlCharacters } from 'node:util';
import { UserError } from '@holbench/process/user-error';

/** One line that says why a cell failed, with the end of the log where the harness quoted one. */
export function failureReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const detail = error instanceof UserError && error.detail !== null ? ` | ${error.detail}` : '';
  return stripVTControlCharacters(`${message}${detail}`)
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, 2_000);
}
