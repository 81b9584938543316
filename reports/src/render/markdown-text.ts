/** A table of GitHub-flavoured Markdown, line by line. */
export function grid(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escape).join(' | ')} |`;
  return [line(header), `|${header.map(() => ' --- |').join('')}`, ...rows.map(line)];
}

/** Text from logs is hostile: no markup, no HTML, no line ends. */
export function escape(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_|[\]]/g, (character) => `\\${character}`);
}

/** Text as it is, in which nothing is markup. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  if (longest === 0) return `\`${line}\``;
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

/** A line that leads to the same figures as a file. `table`: its id. */
export function csvLines(table: string): string[] {
  return [`[As CSV](${encodeURI(`tables/${table}.csv`)})`, ''];
}
