/** A run folder that cannot be read or written. The message is one line, fit for a terminal. */
export class RunFolderError extends Error {
  override readonly name = 'RunFolderError';

  constructor(message: string) {
    // Parsers quote the text that they refuse: line ends, and what steers a terminal.
    super(oneLine(message));
  }
}

/** Text of a run or a parser, fit for a terminal: no line ends, and nothing that steers it. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}
