/** Text of a run or a parser, fit for a terminal: no line ends, and nothing that steers it. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}
