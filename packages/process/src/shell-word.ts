/** `word` quoted for a POSIX shell where it needs to be. */
export function shellWord(word: string): string {
  return /^[\w%+=:,./@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
