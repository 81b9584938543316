/** A run folder that cannot be read or written. The message is one line, fit for a terminal. */
export class RunFolderError extends Error {
  override readonly name = 'RunFolderError';

  constructor(message: string) {
    // Parsers quote the refused text, which may contain line ends and control characters.
    super(oneLine(message));
  }
}

/** Text of a run or a parser, safe for a terminal: no line ends, no control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}
