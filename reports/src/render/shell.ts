import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { attribute, html, Markup } from './markup.ts';

const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');

interface Shell {
  readonly title: string;
  /** What its content security policy allows besides its styles: `script-src 'sha256-…'`. */
  readonly policy: string;
  /** Styles besides those of a report. */
  readonly styles?: string;
  /** Class of the body. */
  readonly kind?: string;
  readonly body: Markup;
}

/** A page in the style of a report, which asks the network for nothing that its policy does not name. */
export function shell({ title, policy, styles = '', kind, body }: Shell): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; ${policy}"
        />
        <title>${title}</title>
        <style>
          ${new Markup(`${style}${styles}`)}
        </style>
      </head>
      <body${attribute('class', kind)}>
        ${body}
      </body>
    </html> `.text;
}

/** The source expression by which a content security policy allows an inline script. */
export function scriptSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}
