import { readFileSync } from 'node:fs';
import { attribute, html, Markup } from '@holbench/reports/render/markup';
import { shell } from '@holbench/reports/render/shell';
import { Marked, type Tokens } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';

const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');

/** A link of every page's head. */
export interface Place {
  readonly title: string;
  readonly href: string;
  readonly isHere: boolean;
}

interface Page {
  readonly markdown: string;
  readonly places: readonly Place[];
  /** Where a link leads from here; null: nowhere in the site, so that its text stands alone. */
  readonly hrefOf: (href: string) => string | null;
}

/** A document as a page that asks the network for its pictures alone. */
export function markdownPage({ markdown, places, hrefOf }: Page): string {
  const marked = new Marked({ gfm: true }, gfmHeadingId(), {
    renderer: {
      link({ href, title, tokens }) {
        const text = this.parser.parseInline(tokens);
        const to = hrefOf(href);
        return to === null
          ? text
          : html`<a href="${to}" ${attribute('title', title)}>${new Markup(text)}</a>`.text;
      },
      image({ href, text }) {
        return html`<img src="${hrefOf(href)}" alt="${text}" />`.text;
      },
      // A long line is reached by keyboard.
      code: ({ text }) => html`<pre tabindex="0"><code>${text}</code></pre>`.text,
      html: ({ text }) => (text.startsWith('<!--') ? '' : html`${text}`.text),
      // As a report's tables: the first column stays.
      table({ header, rows }) {
        const cell = (own: Tokens.TableCell, tag: string) =>
          `<${tag}>${this.parser.parseInline(own.tokens)}</${tag.split(' ')[0]}>`;
        const head = header.map((own) => cell(own, 'th scope="col"')).join('');
        const lines = rows.map(
          ([first, ...rest]) =>
            `<tr>${first ? cell(first, 'th scope="row"') : ''}${rest.map((own) => cell(own, 'td')).join('')}</tr>`,
        );
        return `<div class="scroll" role="region" aria-label="Table" tabindex="0"><table class="text"><thead><tr>${head}</tr></thead><tbody>${lines.join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  const body = marked.parse(markdown, { async: false });
  const [, title = 'holbench'] = /^# +(.+)$/m.exec(markdown) ?? [];
  return shell({
    title: `${title.replaceAll(/[\\`*]/g, '')} – holbench`,
    policy: "img-src 'self'",
    styles: style,
    kind: 'document',
    body: html`<a class="skip" href="#main">Skip to the page</a>
      <header>
        <nav aria-label="Site">
          <ul>
            ${places.map(placeHtml)}
          </ul>
        </nav>
      </header>
      <main id="main">${new Markup(body)}</main>`,
  });
}

function placeHtml({ title, href, isHere }: Place): Markup {
  const current = attribute('aria-current', isHere ? 'page' : null);
  return html`<li><a href="${href}" ${current}>${title}</a></li> `;
}
