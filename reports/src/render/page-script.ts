import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Markup } from './markup.ts';

/** What the page does by itself. Nothing else may run in it, and without it all can be read. */
const FILES = ['sort-tables.js', 'copy-command.js', 'open-samples.js'];

const texts = FILES.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Inline, each as a module: with names of its own, and run when the document is there. */
export const pageScripts = new Markup(
  texts.map((text) => `<script type="module">${text}</script>`).join('\n'),
);

/** The source expressions by which a content security policy allows those scripts and no others. */
export const pageScriptHashes: string = texts
  .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  .join(' ');
