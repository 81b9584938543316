import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Markup } from './markup.ts';

/** What the page does by itself. Nothing else may run in it. */
const FILES = ['open-samples.js'];

const text = FILES.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n');

/** One inline script, as a module: it runs when the document is there. */
export const pageScript = new Markup(`<script type="module">${text}</script>`);

/** The source expression by which a content security policy allows that script and no other. */
export const pageScriptHash: string = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
