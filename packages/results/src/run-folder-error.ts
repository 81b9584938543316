import { oneLine, UserError } from '@holbench/process/user-error';

/** A run folder that cannot be read or written: `why; remedy`. */
export class RunFolderError extends UserError {
  override readonly name = 'RunFolderError';

  /** The message without its remedy. */
  readonly why: string;

  /** @param remedy of the command line, which not everybody has. */
  constructor(why: string, remedy?: string) {
    // Parsers quote the refused text, which may contain line ends and control characters.
    super(oneLine(remedy === undefined ? why : `${why}; ${remedy}`));
    this.why = oneLine(why);
  }
}
