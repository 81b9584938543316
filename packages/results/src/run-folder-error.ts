import { oneLine } from './one-line.ts';

/** A run folder that cannot be read or written. The message is one line, fit for a terminal. */
export class RunFolderError extends Error {
  override readonly name = 'RunFolderError';

  constructor(message: string) {
    // Parsers quote the text that they refuse: line ends, and what steers a terminal.
    super(oneLine(message));
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
