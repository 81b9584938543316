/** Text that is HTML already; everything else is escaped by {@link html}. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type MarkupChild = string | number | Markup | null | undefined | readonly MarkupChild[];

/**
 * Tag for HTML templates: every value is escaped, so that text from logs and servers cannot become
 * markup. Lists are joined; null and undefined are nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly MarkupChild[]): Markup {
  const text = parts.map((part, index) => unindent(part) + render(values[index])).join('');
  return new Markup(text);
}

/** ` name="value"`; nothing without a value. */
export function attribute(name: string, value: string | number | null | undefined): Markup | null {
  return value === null || value === undefined ? null : html` ${name}="${value}"`;
}

/** The indentation of the source would be a third of a report. */
function unindent(part: string): string {
  return part.replaceAll(/\n\s+/g, '\n');
}

function render(value: MarkupChild): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
