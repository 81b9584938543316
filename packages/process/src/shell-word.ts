/** @returns `word` as a POSIX shell reads it back: itself where nothing in it is special to a shell. */
export function shellWord(word: string): string {
  return /^[\w%+=:,./@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
