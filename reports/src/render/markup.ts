/** Text that is HTML already; everything else is escaped by {@link html}. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | null | readonly Part[];

/**
 * Tag for HTML templates: every value is escaped, so that text from logs and servers cannot become
 * markup. Lists are joined, null is nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  const text = parts.map((part, index) => unindent(part) + render(values[index] ?? null)).join('');
  return new Markup(text);
}

/** The indentation of the source would be a third of a report. */
function unindent(part: string): string {
  return part.replaceAll(/\n\s+/g, '\n');
}

function render(value: Part): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
